import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { callable, EmailLayout, toCall } from "./email-layout.tsx";
import { previewHtml } from "./outbox.server.ts";

const draw = (label: string, line: string) =>
  withContent(makeContentState({ site: { whatsapp: { label } } }), () =>
    renderToStaticMarkup(callable(line)),
  );

test("her number in what she says is there to call", () => {
  const line = "To move it, please call +61 491 570 006.";
  expect(draw("+61 491 570 006", line)).toContain('href="tel:+61491570006"');
});

test("words that stand in place of a number are no link", () => {
  const line = "To move it, please call the office.";
  expect(draw("the office", line)).toBe(line);
});

test.each(["0491 570 006", "(03) 9000 0000", "+61491570006"])("%s is there to call", (number) => {
  expect(renderToStaticMarkup(toCall(number))).toMatch(/href="tel:\+?\d+"/);
});

test("what a client wrote in place of a number is no link", () => {
  expect(renderToStaticMarkup(toCall("Before: none"))).toBe("Before: none");
});

test("an email has the colours of the site's palette, in light and in dark apps", () => {
  const site = { ...siteDocuments.site.default, palette: "forest" };
  const html = withContent(makeContentState({ site }), () =>
    previewHtml(<EmailLayout preview="A preview">Hello</EmailLayout>),
  );
  expect(html).toContain("background-color:#1f5540");
  expect(html).toContain(".e-fill{background-color:#1f5a44!important}");
  expect(html).not.toMatch(/#7a1f35|#84283e/);
});
