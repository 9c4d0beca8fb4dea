"""What serves the eye: view, sheet, report, notes, overlays, odds; the tools los and reach."""
