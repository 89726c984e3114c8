import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

const patternsOf = (entries: readonly RouteConfigEntry[], parent = ""): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const full = path === undefined ? parent : `${parent}/${path}`;
    return [...(path === undefined ? [] : [full]), ...patternsOf(children, full)];
  });

/** The path of every route, as `/quotes/:slug`. */
export const routePatterns: readonly string[] = patternsOf(routes);

/** Every path of the site, with these values in place of its parameters, or `other`. */
export const filledPaths = (values: Readonly<Record<string, string>>, other: string): string[] =>
  routePatterns.map((pattern) =>
    pattern.replace(/:(\w+)\??/g, (_, name: string) => values[name] ?? other).replace("*", other),
  );
