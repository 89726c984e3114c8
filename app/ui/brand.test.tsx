import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { Brand } from "./brand.tsx";

const draw = (site: Record<string, string>) =>
  withContent(makeContentState({ site }), () =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Brand />
      </MemoryRouter>,
    ),
  );

test("the name that the wordmark was drawn for is shown by it", () => {
  expect(draw({ brand: "Breath & Key" })).toContain('src="/brand/wordmark-light.svg"');
});

test("another name stands in the header in letters", () => {
  const html = draw({ brand: "Lotus & Voice" });
  expect(html).toContain(">Lotus &amp; Voice</span>");
  expect(html).toContain('src="/brand/mark-dark.svg"');
  expect(html).not.toContain("wordmark");
});
