import type { Page } from "@playwright/test";

/** What a finger needs, in CSS pixels. */
const fingertip = 44;

/**
 * What can be pressed on the page and is smaller than a fingertip, such as `a "Open" 35 × 44`. A link within a sentence
 * is as high as its line, as WCAG 2.5.8 allows.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const selector =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";

    /** The header and footer of the public site are not the page's, nor are toasts. */
    const isOfPage = (target: Element) =>
      !target.closest("header:not(main *), footer, [data-toasts]");

    const isShown = (target: Element) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && height > 1 && target.checkVisibility({ visibilityProperty: true });
    };

    const isWithinSentence = (target: Element) => {
      if (getComputedStyle(target).display !== "inline") return false;
      let block = target.parentElement!;
      while (getComputedStyle(block).display === "inline") block = block.parentElement!;
      const copy = block.cloneNode(true) as Element;
      for (const other of copy.querySelectorAll(`${selector}, .sr-only`)) other.remove();
      return /\p{L}{2}/u.test(copy.textContent);
    };

    /** A press on its label counts, and one on what lies within it or is drawn by it. */
    const isHit = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      if (!hit) return false;
      if (target.contains(hit)) return true;
      return hit.closest("label")?.control === target;
    };

    /** How far one can move from the middle and still press it; 0 for what only screen readers and keys reach. */
    const reach = (target: Element) => {
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = (target.getClientRects()[0] ?? target.getBoundingClientRect()) as DOMRect;
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (!isHit(target, x, y)) return [0, 0] as const;
      const run = (dx: number, dy: number) => {
        let steps = 0;
        while (steps < least && isHit(target, x + dx * (steps + 1), y + dy * (steps + 1))) steps++;
        return steps;
      };
      return [run(-1, 0) + run(1, 0) + 1, run(0, -1) + run(0, 1) + 1] as const;
    };

    return [...document.querySelectorAll(selector)]
      .filter((target) => isOfPage(target) && isShown(target) && !isWithinSentence(target))
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width < least || height < least;
      })
      .map((target) => [target, ...reach(target)] as const)
      .filter(([, width, height]) => width > 0 && (width < least || height < least))
      .map(([target, width, height]) => {
        const name = target.textContent.trim() || target.getAttribute("name") || target.className;
        return `${target.localName} "${name}" ${width} × ${height}`;
      });
  }, fingertip);
}
