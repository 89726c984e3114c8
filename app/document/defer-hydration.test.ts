import { expect, test } from "vitest";
import { deferHydration } from "./defer-hydration.ts";

test("the application's script becomes text and nothing is preloaded", () => {
  const page =
    '<head><link rel="modulepreload" href="/assets/a.js"/></head><script type="module" async="">import "/assets/a.js"</script>';
  expect(deferHydration(page)).toBe(
    '<head></head><script type="text/plain" id="deferred">import "/assets/a.js"</script>',
  );
});

test("a page with nothing to defer is an error, not a slower page", () => {
  expect(() => deferHydration("<script src=/a.js></script>")).toThrow("no application script");
});
