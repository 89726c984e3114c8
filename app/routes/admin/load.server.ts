import { log } from "#app/server/log.server.ts";

/** What the page says in place of its record, and where its list is. */
type MissingRecord = { message: string; back: { to: string; label: string } };

/** `failure`: the sentence of a failed read. */
export type NotLoaded = { failure?: string; missing?: MissingRecord };

/** Reads a page's data. A failed read answers 503, which the admin's frame shows. */
export async function load<T>(failure: string, read: () => Promise<T>): Promise<T> {
  return readOr({ failure }, read);
}

/** As `load`, for the page of one record: 404 where `read` finds none. */
export async function loadRecord<T>(
  failure: string,
  missing: MissingRecord,
  read: () => Promise<T | null>,
): Promise<T> {
  const record = await readOr({ failure, missing }, read);
  if (record === null) throw notShown({ missing }, 404);
  return record;
}

async function readOr<T>(shown: NotLoaded, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, shown.failure);
    throw notShown(shown, 503);
  }
}

const notShown = (shown: NotLoaded, status: number) => Response.json(shown, { status });
