import type { EntryContext } from "react-router";

/**
 * `handle` of a layout whose pages load no scripts and may stand in a frame of this site: they work
 * without React, carry the styles that they use, and are opened by ordinary links only.
 */
export const plainDocument = { isPlain: true } as const;

export function isPlainDocument({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(
    ({ route }) => routeModules[route.id]?.handle === plainDocument,
  );
}
