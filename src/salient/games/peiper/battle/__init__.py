"""The special rules of the campaigns while a CG scenario is played (SSR CG1–CG23, I, II, III)."""
