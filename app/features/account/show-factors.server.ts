import { encode } from "uqr";
import { content } from "#app/content/content.ts";
import { getSettings } from "#app/server/env.server.ts";
import { type Factor, totpSecret } from "#app/features/auth/factors.server.ts";
import { maskedPhone } from "#app/features/auth/phone.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { totpUri } from "#app/features/auth/totp.server.ts";
import type { FactorType } from "#app/server/database/enums.ts";

/** `setUp`: an authenticator's secret, only until it is verified. */
export type ShownFactor = {
  id: string;
  type: FactorType;
  label: string;
  verifiedAt: Date | null;
  setUp: { secret: string; qrCode: QrCode } | null;
};

/** `path`: SVG path data, one unit per module. */
export type QrCode = { size: number; path: string };

function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { size, path };
}

export function showFactors(factors: readonly Factor[], email: string): Promise<ShownFactor[]> {
  const secret = installationSecret(getSettings());
  return Promise.all(
    factors.map(async (factor) => {
      const { id, type, phone, verifiedAt } = factor;
      const clear = type === "totp" && !verifiedAt ? await totpSecret(secret, factor) : null;
      return {
        id,
        type,
        label: phone ? `Text message to ${maskedPhone(phone)}` : "Authenticator app",
        verifiedAt,
        setUp:
          clear === null
            ? null
            : { secret: clear, qrCode: qrCode(totpUri(clear, content().site.brand, email)) },
      };
    }),
  );
}
