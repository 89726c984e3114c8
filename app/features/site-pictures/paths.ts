import { href } from "react-router";
import type { PictureShape } from "#app/server/database/enums.ts";
import { filesOf, type PictureFileKey } from "./model.ts";

export function mediaPath(id: string, { width, format }: PictureFileKey): string {
  return href("/media/:file", { file: `${id}-${width}.${format}` });
}

export function smallPath(id: string, shape: PictureShape, width: number): string {
  return mediaPath(id, filesOf(shape, width)[0]!);
}

export function originalPath(id: string): string {
  return href("/admin/site/pictures/:id/original", { id });
}

/** `given` with the outcome in its query; the pictures page if it isn't in the site editor. */
export function returnPath(given: string | undefined, outcome: Record<string, string>): string {
  const pages = href("/admin/site/pictures").replace(/\/pictures$/, "");
  const [, path, query = "", field = ""] =
    /^(\/[\w\-/]+)(\?[\w\-=&%.+]*)?(#[\w\-.]*)?$/.exec(given ?? "") ?? [];
  const isOurs = path === pages || (path?.startsWith(`${pages}/`) && !path.includes("//"));
  const search = new URLSearchParams(isOurs ? query : "");
  for (const name of ["picture", "pictureError", "deleted", "usedIn"]) search.delete(name);
  for (const [name, value] of Object.entries(outcome)) search.set(name, value);
  return `${isOurs ? path : href("/admin/site/pictures")}?${search}${isOurs ? field : ""}`;
}
