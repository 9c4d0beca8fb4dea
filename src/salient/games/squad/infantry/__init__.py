"""What infantry does: fire, defensive fire, entering, charges, smoke. Rules A7-A9, A12, A23."""
