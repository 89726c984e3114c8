import { getSignedIn, isAdministrator } from "#app/features/auth/session.server.ts";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import { composedEmailSchema } from "#app/features/email/schema.ts";
import { composerToasts } from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { idempotencyKey, readApiRequest } from "#app/server/http/api-request.server.ts";
import { apiFailure, idempotencyKeyReused } from "#app/server/http/api-response.server.ts";

/** Needs an administrator's session. Sends once per `Idempotency-Key`. */
export async function sendAdminEmail(request: Request): Promise<Response> {
  const user = await getSignedIn(request);
  if (!user) return apiFailure(401, "not-signed-in", "Sign in as an administrator first.");
  if (!isAdministrator(user))
    return apiFailure(403, "no-access", "Only an administrator may send email.");
  const call = await readApiRequest(request, composedEmailSchema);
  if (!call.ok) return call.reply;
  const outcome = await sendComposedEmail(
    getDb(),
    { userId: user.id, email: user.email },
    call.value,
    null,
    { kind: "api", key: idempotencyKey(request) },
  );
  if (outcome === "other") return idempotencyKeyReused();
  return Response.json({ message: composerToasts.success.title });
}
