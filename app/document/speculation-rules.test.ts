import { expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { speculationRules } from "./speculation-rules.ts";

const paths = (rules: (typeof speculationRules)["prefetch"]) =>
  rules.flatMap(({ where: { and } }) =>
    and.flatMap((condition) =>
      "href_matches" in condition && typeof condition.href_matches === "object"
        ? condition.href_matches
        : [],
    ),
  );
const allPaths = allPages.map(({ path }) => path);

test("pages around a scheduler are prefetched only", () => {
  expect(paths(speculationRules.prefetch)).toEqual(
    allPaths.filter((path) => path.startsWith("/book-")),
  );
});

test("every public page is prerendered or prefetched", () => {
  const speculated = [...paths(speculationRules.prerender), ...paths(speculationRules.prefetch)];
  expect(speculated.toSorted()).toEqual(allPaths.toSorted());
});
