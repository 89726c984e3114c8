/* An instant in a page's path: `20261008T2300Z`. */

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/;

export function startPath(start: Date): string {
  return start.toISOString().replace(/[-:]|:?\d\d\.\d+(?=Z)/g, "");
}

/** Null for any text that {@link startPath} doesn't write. */
export function readStartPath(text: string): Date | null {
  const [, year, month, day, hour, minute] = pattern.exec(text) ?? [];
  const start = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return !Number.isNaN(start.getTime()) && startPath(start) === text ? start : null;
}
