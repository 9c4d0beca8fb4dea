"""The chapters of terrain: Kampfgruppe Peiper (P1-P7) and the terrain book (B20-B37)."""
