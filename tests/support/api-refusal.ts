import { expect } from "vitest";
import type { HttpResponse } from "./request.ts";

/** The status and error of a failed request, which must have nothing else in it. */
export function refusal({ status, headers, text }: HttpResponse): Record<string, unknown> {
  expect(headers["content-type"], text).toMatch(/^application\/json/);
  expect(text).not.toMatch(/node_modules|\.ts\b|\n\s+at /);
  const { error, ...rest } = JSON.parse(text) as { error: Record<string, unknown> };
  expect(rest).toEqual({});
  expect(error).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    ...(error.fields !== undefined && { fields: expect.any(Object) }),
  });
  return { status, ...error };
}
