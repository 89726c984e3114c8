import { startContent } from "#app/content/state.server.ts";

/* The words that a test expects unless it publishes others. */
startContent();
