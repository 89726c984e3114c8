import { expect, test } from "vitest";
import { beginning, restOf } from "./shell.server.ts";

const head =
  '<html lang="en-AU"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>';
const left =
  '<style id="faces" media="(scripting: none)"></style><script></script><style></style><script type="speculationrules"></script>';
const start = '<script type="module" async="">import "/assets/a.js"</script>';
const rendered = `${head}<title>A page</title>${left}</head><body><p>Words</p>${start}</body></html>`;

test("what React left empty stands filled at the beginning, and no longer in the rest", () => {
  expect(
    beginning.text.startsWith(`<!DOCTYPE html>${head}<style id="faces" media="(scripting: none)">`),
  ).toBe(true);
  expect(beginning.text).toContain("localStorage");
  expect(beginning.text).toMatch(/<script type="speculationrules">\{".*\}<\/script>$/);
  const rest = restOf(rendered, "[1]", { deferred: false });
  expect(rest.startsWith("<title>A page</title></head><body><p>Words</p>")).toBe(true);
  expect(
    rest.endsWith(
      `${start}<script>window.__reactRouterContext.streamController.enqueue("[1]");window.__reactRouterContext.streamController.close();</script></body></html>`,
    ),
  ).toBe(true);
});

test("what somebody has written cannot end the script that carries it", () => {
  const rest = restOf(rendered, 'a </script><script>alert("1")</script> <!-- \u2028', {
    deferred: false,
  });
  expect(rest).not.toContain('alert("1")</script>');
  const literal = /enqueue\((".*?")\);window/.exec(rest)![1]!;
  expect(literal).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(literal)).toBe('a </script><script>alert("1")</script> <!-- \u2028');
});

test("another way of writing documents is an error, not a page without styles", () => {
  for (const other of [
    rendered.replace("<html ", "<html class=x "),
    rendered.replace(left, ""),
    rendered.replace("</body>", ""),
  ]) {
    expect(() => restOf(other, "[1]", { deferred: false })).toThrow("differently than expected");
  }
});
