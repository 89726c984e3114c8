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
