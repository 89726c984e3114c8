import { expect, test } from "vitest";
import { deferHydration, withData } from "./defer-hydration.ts";

const preload = '<link rel="modulepreload" href="/assets/a.js"/>';

test("the script that starts React becomes text and nothing is preloaded", () => {
  const page = `<head>${preload}${preload}</head><script type="module" async="">import "/assets/a.js"</script>`;
  expect(deferHydration(page)).toBe(
    '<head></head><script type="text/plain" id="deferred">import "/assets/a.js"</script>',
  );
});

test("the script that starts React begins with the page's data, which cannot end it", () => {
  const stream = "<script>window.__reactRouterContext.streamController = controller;</script>";
  const start = '<script nonce="a" type="module" async="">';
  const page = `${stream}${start}import "/a.js"</script>`;
  expect(withData(page, '["$1</script>"]\n')).toBe(
    `${stream}${start}window.__reactRouterContext.streamController` +
      String.raw`.enqueue("[\"$1\u003c/script>\"]\n");` +
      'window.__reactRouterContext.streamController.close();import "/a.js"</script>',
  );
  expect(() => withData(page.replace(stream, ""), "[]")).toThrow("no application script");
});

test("React's saved scroll position is forgotten first, and its element stays for React", () => {
  const restore = '((storageKey, restoreKey) => {\n\t\t"$1";\n\t})("positions", null)';
  const start = '<script nonce="a" type="module" async="">import "/a.js"</script>';
  const deferred = deferHydration(`<script nonce="a">${restore}</script>${start}`);
  const [head, text] = deferred.split('id="deferred">');
  expect(head).toBe('<script nonce="a"></script><script nonce="a" type="text/plain" ');
  expect(text).toMatch(/^try\{.*delete p\[history\.state\.key\].*\}catch\{\}history\.state\?\.key/);
  expect(text).not.toContain("restoreKey");
});

test("the text begins with the router's context, whose element stays for React", () => {
  const context = 'window.__reactRouterContext = {"basename":"/$1"};';
  const start = '<script nonce="a" type="module" async="">import "/a.js"</script>';
  expect(deferHydration(`<script nonce="a">${context}</script>${start}`)).toBe(
    `<script nonce="a"></script><script nonce="a" type="text/plain" id="deferred">${context}import "/a.js"</script>`,
  );
});

test("the text keeps the nonce with which it may run", () => {
  expect(
    deferHydration('<script nonce="abc=" type="module" async="">import "/a.js"</script>'),
  ).toBe('<script nonce="abc=" type="text/plain" id="deferred">import "/a.js"</script>');
});

test("a page with nothing to defer is an error, not a slower page", () => {
  expect(() => deferHydration("<script src=/a.js></script>")).toThrow("no application script");
});
