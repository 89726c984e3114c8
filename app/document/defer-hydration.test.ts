import { expect, test } from "vitest";
import { withStart } from "./defer-hydration.ts";

const stream = "window.__reactRouterContext.streamController = controller;";
const context = `window.__reactRouterContext = {"basename":"/$1"};${stream}`;
const start = '<script nonce="a=" type="module" async="">';
const page = `<script nonce="a=">${context}</script>${start}import "/a.js"</script>`;
const empty = '<script nonce="a="></script>';
const text = '<script nonce="a=" type="text/plain" id="deferred">';
const given = (data: string) =>
  `window.__reactRouterContext.streamController.enqueue("${data}");` +
  "window.__reactRouterContext.streamController.close();";
const end = `${given("[]")}import "/a.js"</script>`;

test("the script that starts React begins with the page's data, which cannot end it", () => {
  expect(withStart(page, '["$1</script>"]\n')).toBe(
    `<script nonce="a=">${context}</script>${start}` +
      `${given(String.raw`[\"$1\u003c/script>\"]\n`)}import "/a.js"</script>`,
  );
});

test("deferred, it becomes text with the nonce with which it may run, and nothing is preloaded", () => {
  const preload = '<link rel="modulepreload" href="/assets/a.js"/>';
  const head = `<head>${preload}${preload}</head>`;
  expect(withStart(head + page, "[]", {})).toBe(`<head></head>${empty}${text}${context}${end}`);
});

test("React's saved scroll position is forgotten first, and its element stays for React", () => {
  const restore = '((storageKey, restoreKey) => {\n\t\t"$1";\n\t})("positions", null)';
  const deferred = withStart(`<script nonce="a=">${restore}</script>${page}`, "[]", {});
  const [head, rest] = deferred.split('id="deferred">');
  expect(`${head}id="deferred">`).toBe(empty + empty + text);
  expect(rest).toMatch(/^try\{.*delete p\[history\.state\.key\].*\}catch\{\}history\.state\?\.key/);
  expect(rest).not.toContain("restoreKey");
});

test("a page with nothing to start, or that takes no data, is an error, not a slower page", () => {
  for (const part of [stream, start])
    expect(() => withStart(page.replace(part, ""), "[]", {})).toThrow("no application script");
});
