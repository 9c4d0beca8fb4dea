"""The Ardennes of December 1944, and the map makers that derive boards from it.

:mod:`salient.theatre.geography` loads places, roads, rivers, bridges, woods and military lines;
:mod:`salient.theatre.area_map` makes the area map of *Tigers in the Mist*
(``python -m salient.theatre.area_map``). Only the standard library is needed.
"""

from salient.theatre.geography import Bridge, Place, River, Road, Theatre, Wood, load_theatre

__all__ = ["Bridge", "Place", "River", "Road", "Theatre", "Wood", "load_theatre"]
