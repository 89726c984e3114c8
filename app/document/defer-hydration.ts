const preload = /<link rel="modulepreload"[^>]*>/g;
const startScript = /<script((?: nonce="[^"]*")?) type="module" async="">/;

/**
 * Turns the script that starts React into text, which {@link file://./inline-script.ts} runs at the visitor's first
 * intent, and drops the preloads. Throws when the framework writes its documents differently: a page that loads
 * everything at once must not be built unnoticed.
 *
 * @param stylesheet to load before React, for a page that will carry a part of it
 */
export function deferHydration(html: string, stylesheet?: string): string {
  if (!startScript.test(html))
    throw new Error("There is no application script to defer in this page.");
  return html
    .replace(preload, "")
    .replace(
      startScript,
      `<script$1 type="text/plain" id="deferred"${stylesheet ? ` data-stylesheet="${stylesheet}"` : ""}>`,
    );
}
