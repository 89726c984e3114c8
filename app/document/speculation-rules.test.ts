import { expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { speculationRules } from "./speculation-rules.ts";

const paths = (rules: (typeof speculationRules)["prefetch"]) =>
  rules.flatMap(({ where: { and } }) =>
    and.flatMap((condition) => ("href_matches" in condition ? condition.href_matches : [])),
  );

test("every public page is made ready ahead, those around a scheduler are fetched only", () => {
  expect(paths(speculationRules.prefetch)).toEqual(
    allPages.map(({ path }) => path).filter((path) => path.startsWith("/book-")),
  );
  expect(
    [...paths(speculationRules.prerender), ...paths(speculationRules.prefetch)].toSorted(),
  ).toEqual(allPages.map(({ path }) => path).toSorted());
});
