"""Ordnance, mortars, artillery and panzerfausts. Rules C1-C13."""
