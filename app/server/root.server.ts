import { join } from "node:path";

/** The project's folder. The bundle lies as deep in it (`build/server`) as this file. */
export const root = join(import.meta.dirname, "../..");
