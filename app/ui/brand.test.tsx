import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { Brand } from "./brand.tsx";

const id = "00000000-0000-4000-8000-000000000001";
const uploads = { [id]: { shape: "wordmark" as const, width: 660, height: 90, widths: [660] } };

const draw = (site: Record<string, unknown>) =>
  withContent(makeContentState({ site }, uploads), () =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Brand />
      </MemoryRouter>,
    ),
  );

test("the name that the wordmark was drawn for is shown by it, in other colours from another address", () => {
  const wordmark = 'src="/brand/wordmark-light.svg';
  expect(draw({ brand: "Breath & Key" })).toContain(`${wordmark}?wine"`);
  expect(draw({ brand: "Breath & Key", palette: "forest" })).toContain(`${wordmark}?forest"`);
});

test("another name stands in the header in letters", () => {
  const html = draw({ brand: "Lotus & Voice" });
  expect(html).toContain(">Lotus &amp; Voice</span>");
  expect(html).toContain('<path d="M2 17.5c');
  expect(html).not.toContain("wordmark");
});

test("a wordmark of hers stands alone, in its size, and turned round in the dark theme", () => {
  const html = draw({ brand: "Lotus & Voice", logo: { wordmark: { name: id, alt: "" } } });
  expect(html).not.toContain("<svg");
  expect(html).not.toContain(">Lotus &amp; Voice</span>");
  expect(html).toContain('aria-label="Lotus &amp; Voice, home"');
  const drawings = html.match(/<img[^>]*>/g)!;
  expect(drawings).toHaveLength(2);
  for (const drawing of drawings)
    expect(drawing).toMatch(new RegExp(`src="/media/${id}-660.webp" width="220" height="30"`));
  expect(drawings[1]).toMatch(/only-dark.*invert/);
});
