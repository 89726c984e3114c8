import { sendAmebEnquiry } from "#app/features/ameb/commands.server.ts";
import { amebCallSchema } from "#app/features/ameb/schema.ts";
import { amebWords } from "#app/features/ameb/words.ts";
import { getDb } from "#app/server/db.server.ts";
import { readCall } from "#app/server/http.server.ts";

/** `send-ameb-booking-email`: the AMEB enquiry, for programs. */
export async function sendAmebBookingEmail(request: Request): Promise<Response> {
  const call = await readCall(request, amebCallSchema);
  if (!call.ok) return call.reply;
  await sendAmebEnquiry(getDb(), call.value);
  return Response.json({ message: amebWords.success.title });
}
