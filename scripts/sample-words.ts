import { content } from "../app/content/content.ts";
import { startContent } from "../app/content/state.server.ts";

startContent();

/** The words that the samples fit. */
export const sampleWords = content();
