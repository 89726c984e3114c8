import { join } from "node:path";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { pages, possiblePages, type PublicPage } from "#app/content/pages.ts";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { shownPages } from "#app/content/visibility.ts";
import routes from "#app/routes.ts";
import SiteLayout from "./layout.tsx";

/* Whatever is hidden, links lead from the home page to every page that shows, and to no other. */

type Key = PublicPage["key"];

const ofSite = routes.flatMap(({ children: below = [] }) => below);
const children = await Promise.all(
  possiblePages.map(async ({ path }) => {
    const { file } = ofSite.find((route) => `/${route.path ?? ""}` === path)!;
    const { default: Component } = await import(join(import.meta.dirname, "../..", file));
    return { path, Component: Component as ComponentType };
  }),
);

function linksOf(path: string): string[] {
  const router = createMemoryRouter([{ Component: SiteLayout, children }], {
    initialEntries: [path],
  });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return Array.from(html.matchAll(/ href="(\/[^"#?]*)/g), ([, link]) => link!);
}

/** Paths of pages that links lead to from the home page. */
function reached(): Set<string> {
  const found = new Set<string>([pages.home.path]);
  for (const path of found)
    for (const link of linksOf(path))
      if (possiblePages.some((page) => page.path === link)) found.add(link);
  return found;
}

const { visibility } = siteDocuments;
const hideable = possiblePages.map(({ key }) => key).filter((key) => key !== "home");
const allBut = (key: Key) => hideable.filter((one) => one !== key);
const parents: Key[] = ["coaching", "projects"];

test.for<[hidden: string, keys: readonly Key[]]>([
  ["nothing", []],
  ["the pages that lead to others", parents],
  ["everything but the home page", hideable],
  ...hideable.map((key): [string, Key[]] => [key, [key]]),
  ...hideable.map((key): [string, Key[]] => [`all but ${key}`, allBut(key)]),
])("hidden: %s", ([, keys]) => {
  const hidden = Object.fromEntries(keys.map((key) => [key, false]));
  const pagesShown = { ...visibility.default.pages, ...hidden };
  const { whatsOn } = siteDocuments;
  const [date] = [{ ...(whatsOn.fields.dates.item.default as object), day: "2099-01-01" }];
  const state = makeContentState({
    visibility: { ...visibility.default, pages: pagesShown },
    whatsOn: { ...whatsOn.default, dates: [date] },
  });
  withContent(state, () => {
    const shown = shownPages().map(({ path }) => path);
    expect([...reached()].toSorted()).toEqual(shown.toSorted());
  });
});
