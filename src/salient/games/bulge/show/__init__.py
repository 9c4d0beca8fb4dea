"""What serves the eye: view, sheet, report, notes, overlays, odds."""
