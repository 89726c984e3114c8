import type { Db } from "#app/server/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { forgetCounters } from "./limit.server.ts";
import { forgetSubmissions } from "./submission.server.ts";

const hour = 3_600_000;

/** Forgets counters and keys that are of no use any more, now and every hour. Answers with what stops it. */
export function keepHouse(db: Db): () => void {
  const tidy = async () => {
    try {
      await forgetCounters(db, new Date());
      await forgetSubmissions(db, new Date());
    } catch (error) {
      log.warn({ err: error }, "housekeeping failed; the next one tries again");
    }
  };
  const timer = setInterval(() => void tidy(), hour);
  timer.unref();
  return () => clearInterval(timer);
}
