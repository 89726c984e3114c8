import { log } from "#app/server/log.server.ts";
import { apiFailure } from "./api.server.ts";

/** Pages at secret links (quotes, invoices) are not stored, indexed or named to other sites. */
export const secretLinkHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};

type SecretFile = { name: string; type: string; content: BodyInit; headers?: object };

/** A file at a secret link. `read`: null where there is none, of which `missing` is the message. */
export async function secretFile(missing: string, read: () => Promise<SecretFile | null>) {
  try {
    const file = await read();
    if (!file) return apiFailure(404, "not-found", missing, { headers: secretLinkHeaders });
    return new Response(file.content, {
      headers: {
        ...secretLinkHeaders,
        "Content-Type": file.type,
        "Content-Disposition": `attachment; filename="${file.name}"`,
        ...file.headers,
      },
    });
  } catch (error) {
    log.error({ err: error }, "file at a secret link not made");
    const message = "This isn't working right now. Please try again in a moment.";
    const headers = { ...secretLinkHeaders, "Retry-After": "5" };
    return apiFailure(503, "unavailable", message, { headers });
  }
}
