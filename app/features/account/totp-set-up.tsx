import { Form } from "react-router";
import { Field } from "#app/ui/fields.tsx";
import type { ShownFactor } from "./show-factors.server.ts";

export function TotpSetUp({
  factor: { id, setUp },
  error,
}: {
  factor: ShownFactor;
  error: string | undefined;
}) {
  return (
    <div className="grid gap-6 border-l-4 border-brass bg-raised p-5 sm:grid-cols-[12rem_1fr]">
      {/* Dark on light in every theme: cameras need it. */}
      <svg
        role="img"
        aria-label="QR code of the secret"
        viewBox={`0 0 ${setUp!.qrCode.size} ${setUp!.qrCode.size}`}
        width={192}
        height={192}
        shapeRendering="crispEdges"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={setUp!.qrCode.path} fill="#000" />
      </svg>
      <div className="flex flex-col gap-4">
        <p>Scan this with your authenticator app, or type the secret into it:</p>
        <p>
          <code className="wrap-anywhere">{setUp!.secret.match(/.{4}/g)!.join(" ")}</code>
        </p>
        <Form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="id" value={id} />
          <Field
            name="code"
            label="Code that the app shows now"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
          />
          <button type="submit" name="intent" value="verify-totp" className="button self-start">
            Verify
          </button>
        </Form>
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="remove-factor" className="link cursor-pointer">
            Cancel
          </button>
        </Form>
      </div>
    </div>
  );
}
