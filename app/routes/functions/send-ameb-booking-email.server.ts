import { storeAmebEnquiry } from "#app/features/ameb/commands.server.ts";
import { amebApiSchema } from "#app/features/ameb/schema.ts";
import { amebToasts } from "#app/features/ameb/toasts.ts";
import { answerApiRequest } from "#app/features/intake/answer.server.ts";

export function sendAmebBookingEmail(request: Request): Promise<Response> {
  return answerApiRequest(
    request,
    "ameb",
    amebApiSchema,
    storeAmebEnquiry,
    () => amebToasts().success.title,
  );
}
