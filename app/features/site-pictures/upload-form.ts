import { href } from "react-router";
import { type PictureShape, pictureShapes } from "#app/server/database/enums.ts";
import { centre, type FocusPoint } from "./model.ts";

export const focusSteps = 100;

export function readShape(value: unknown): PictureShape | null {
  return pictureShapes.find((shape) => shape === value) ?? null;
}

/** From the sliders, in per cent; the centre for unusable values. */
export function readFocus(x: unknown, y: unknown): FocusPoint {
  return { x: partOf(x) ?? centre.x, y: partOf(y) ?? centre.y };
}

function partOf(percent: unknown): number | null {
  if (typeof percent !== "string" || !/^\d{1,3}(\.\d+)?$/.test(percent)) return null;
  return Math.min(Math.round(Number(percent)), focusSteps) / focusSteps;
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
