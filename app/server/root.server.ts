import { join } from "node:path";

/** The project's folder. The bundle (`build/server`) lies as deep in it as this file. */
export const root = join(import.meta.dirname, "../..");
