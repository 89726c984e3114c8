const preload = /<link rel="modulepreload"[^>]*>/g;
const application = /<script type="module" async="">/;

/**
 * Turns the application's start script into text that {@link file://./boot.ts} runs at the visitor's
 * first intent, and drops the preloads. Throws when the framework writes its documents differently
 * than expected: a page that silently loads everything at once must not be built.
 */
export function deferHydration(html: string): string {
  if (!application.test(html))
    throw new Error("There is no application script to defer in this page.");
  return html.replace(preload, "").replace(application, '<script type="text/plain" id="deferred">');
}
