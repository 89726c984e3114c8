import { expect, test } from "vitest";
import { deferHydration } from "./defer-hydration.ts";

const preload = '<link rel="modulepreload" href="/assets/a.js"/>';

test("the script that starts React becomes text and nothing is preloaded", () => {
  const page = `<head>${preload}${preload}</head><script type="module" async="">import "/assets/a.js"</script>`;
  expect(deferHydration(page)).toBe(
    '<head></head><script type="text/plain" id="deferred">import "/assets/a.js"</script>',
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
