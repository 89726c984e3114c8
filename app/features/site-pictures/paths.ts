import { href } from "react-router";
import type { PictureFormat } from "./model.ts";

export function mediaPath(id: string, width: number, format: PictureFormat): string {
  return href("/media/:file", { file: `${id}-${width}.${format}` });
}

export function originalPath(id: string): string {
  return href("/admin/site/pictures/:id/original", { id });
}
