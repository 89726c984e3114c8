import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmsServer, startSmsServer, twilioAccount } from "#tests/fakes/twilio.ts";
import { PermanentRejection } from "./outgoing-email.server.ts";
import { openSmsTransport } from "./sms.server.ts";

let twilio: SmsServer;
beforeAll(async () => void (twilio = await startSmsServer()));
afterAll(() => twilio.stop());

const send = () => {
  const settings = { ...twilioAccount, TWILIO_BASE_URL: twilio.settings.TWILIO_BASE_URL! };
  return openSmsTransport({ ...settings, DATA_DIR: "" }).send("+61491570006", "See you soon.");
};

test("a text message goes out through Twilio", async () => {
  expect(await send()).toBe("sent");
  expect(twilio.texts).toEqual([{ to: "+61491570006", body: "See you soon." }]);
});

test.for([
  [400, "for good: Twilio can't send to this number", true],
  [401, "for now: the account's token may be put right", false],
  [429, "for now", false],
  [503, "for now", false],
] as const)("an answer of %d refuses it %s", async ([status, , isFinal]) => {
  twilio.refuseWith(status);
  const error = await send().catch((refusal: unknown) => refusal);
  twilio.refuseWith(null);
  expect([error instanceof Error, error instanceof PermanentRejection]).toEqual([true, isFinal]);
  expect((error as Error).message).toContain(String(status));
});
