"""The printed charts of the cards, as they are looked up."""
