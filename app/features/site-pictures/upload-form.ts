import { href } from "react-router";
import { type PictureShape, pictureShapes } from "#app/server/database/enums.ts";
import { centre, type FocusPoint } from "./model.ts";

/* What a form about pictures says beside the file. */

export const focusSteps = 100;

export function readShape(value: unknown): PictureShape | null {
  return pictureShapes.find((shape) => shape === value) ?? null;
}

/** From the sliders, in per cent; the centre where they say nothing that can be used. */
export function readFocus(x: unknown, y: unknown): FocusPoint {
  return { x: partOf(x) ?? centre.x, y: partOf(y) ?? centre.y };
}

function partOf(percent: unknown): number | null {
  if (typeof percent !== "string" || !/^\d{1,3}(\.\d+)?$/.test(percent)) return null;
  return Math.min(Math.round(Number(percent)), focusSteps) / focusSteps;
}

/**
 * Where a form's answer is shown: a page of the site's editor, with what came of it in the query.
 *
 * @param given the path from the form
 */
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
