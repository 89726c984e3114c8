import { log } from "#app/server/log.server.ts";

/** For a part of a page whose failure must leave the rest: null, and a line in the log. */
export async function orNull<T>(loading: PromiseLike<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    log.error({ err: error }, "part of a page not loaded");
    return null;
  }
}
