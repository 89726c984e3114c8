import { log } from "#app/server/log.server.ts";

/** For a part whose failure must not break the page: returns null and logs the error. */
export async function orNull<T>(loading: PromiseLike<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    log.error({ err: error }, "part of a page not loaded");
    return null;
  }
}
