import type { EntryContext } from "react-router";

/** `handle` of layouts whose pages load no scripts; our pages may frame them. */
export const plainDocument = { isPlain: true } as const;

export function isPlainDocument({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(
    ({ route }) => routeModules[route.id]?.handle === plainDocument,
  );
}
