"""The games as an environment for research.

:mod:`environment <salient.research.environment>` needs nothing but the games; :mod:`arrays
<salient.research.arrays>` needs NumPy, and :mod:`zoo <salient.research.zoo>` PettingZoo and
Gymnasium: ``pip install salient[research]``.
"""

from salient.research.environment import Environment, Observation, Outcome

__all__ = ["Environment", "Observation", "Outcome"]
