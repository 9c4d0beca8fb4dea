"""What axe-core finds wrong with a page, for people who do not see it, or see it badly."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.table.required import require

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"

# All of its rules, the advice among them. Where it cannot decide it says nothing.
# The drawing of the map is hidden from readers, and has thousands of elements.
RUN = """async (within) => {
  const drawn = [{ fromShadowDom: ["[data-testid=map]", ".sheet"] }];
  const context = within === "body" ? { exclude: drawn } : { include: [within] };
  const { violations } = await axe.run(context, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${help} (${nodes.length}): ${html.slice(0, 200)}`));
}"""


def faults_of(page: Page, within: str = "body") -> list[str]:
    """What is wrong with the page that is shown, or with a part of it."""
    require("node", AXE.exists(), "axe-core is not installed (npm ci)")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    faults: list[str] = page.evaluate(RUN, within)
    return faults
