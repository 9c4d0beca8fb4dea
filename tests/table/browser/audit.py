"""A small audit of a page for people who do not see it, or see it badly."""

from __future__ import annotations

from playwright.sync_api import Page

# Names, ids, references and landmarks.
STRUCTURE = """() => {
  const faults = [];
  const show = (element) => element.outerHTML.slice(0, 160);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const heard = (element) => shown(element) && !element.closest("[aria-hidden=true]");
  const find = (id) => document.getElementById(id);
  const ids = (element, name) => (element.getAttribute(name) ?? "").split(" ").filter(Boolean);
  const named = (element) => [
    element.getAttribute("aria-label"),
    ...ids(element, "aria-labelledby").map((id) => find(id)?.textContent),
    ...[...(element.labels ?? [])].map((label) => label.textContent),
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? "" : element.textContent,
  ].some((name) => name?.trim());

  const operated = "a[href], button, input, select, textarea, summary, [tabindex='0'], [role=tab]";
  for (const element of all(`${operated}, [role=img], dialog[open]`)) {
    if (heard(element) && !named(element)) faults.push(`without a name: ${show(element)}`);
  }

  const used = all("[id]").map(({ id }) => id);
  const twice = used.filter((id, at) => used.indexOf(id) !== at);
  faults.push(...[...new Set(twice)].map((id) => `twice: #${id}`));
  for (const attribute of ["aria-controls", "aria-labelledby", "aria-describedby", "for"]) {
    for (const element of all(`[${attribute}]`)) {
      const known = ids(element, attribute).every(find);
      if (!known) faults.push(`${attribute} points at nothing: ${show(element)}`);
    }
  }

  for (const selector of ["main", "h1", "header.header", "nav[aria-label]"]) {
    const count = all(selector).filter((element) => element.checkVisibility()).length;
    if (count !== 1) faults.push(`${count} × ${selector}, not one`);
  }
  if (!document.title.trim()) faults.push("the window has no title");
  if (!document.documentElement.lang) faults.push("the page has no language");
  return faults;
}"""

# The contrast of every text with what it stands on: WCAG 2, level AA.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const over = ({ rgb, alpha }, below) =>
    rgb.map((value, at) => value * alpha + below[at] * (1 - alpha));
  const luminance = (rgb) => rgb
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const colour = parse(getComputedStyle(element).backgroundColor);
    return colour.alpha === 1 ? colour.rgb : over(colour, ground(element.parentElement));
  };
  const faded = (element) => element !== null
    && (Number(getComputedStyle(element).opacity) < 1 || faded(element.parentElement));
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const faults = new Set();
  for (const element of document.querySelectorAll("body *:not(script, noscript, svg *, option)")) {
    if (![...element.childNodes].some(isText)) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || faded(element)) continue;
    if (element.closest(":disabled, .visually-hidden, .skip")) continue;
    const style = getComputedStyle(element);
    const back = ground(element);
    const [one, other] = [luminance(over(parse(style.color), back)), luminance(back)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio >= (large ? 3 : 4.5)) continue;
    faults.add(`contrast ${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 120)}`);
  }
  return [...faults];
}"""


def faults_of(page: Page) -> list[str]:
    """What is wrong with the page that is shown."""
    return [*page.evaluate(STRUCTURE), *page.evaluate(CONTRAST)]
