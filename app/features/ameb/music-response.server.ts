import type { sheetMusic } from "#app/server/database/tables.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";

type Read = () => Promise<typeof sheetMusic.$inferSelect | null>;

const types = { pdf: "application/pdf", jpg: "image/jpeg" } as const;

/** `name` ends as its content says, whatever it was called. */
const endingIn = (format: keyof typeof types, name: string) =>
  `${name.replace(/\.\w{1,5}$/, "")}.${format}`;

/** For a file that came from outside: it is saved and, should a browser show it, runs nothing. */
function attachmentHeaders(name: string, type: string): Record<string, string> {
  const plain = name.replaceAll(/[^\w.() -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16)}`,
  );
  return {
    ...secretLinkHeaders,
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
}

export async function musicResponse(read: Read): Promise<Response> {
  try {
    const file = await read();
    if (!file)
      return apiFailure(404, "not-found", "There is no such file.", { headers: secretLinkHeaders });
    const { fileName, format, bytes } = file;
    const headers = attachmentHeaders(endingIn(format, fileName), types[format]);
    return new Response(Uint8Array.from(bytes), { headers });
  } catch (error) {
    log.error({ err: error }, "sheet music not read");
    const message = "This isn't working right now. Please try again in a moment.";
    const headers = { ...secretLinkHeaders, "Retry-After": "5" };
    return apiFailure(503, "unavailable", message, { headers });
  }
}
