import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { content } from "#app/content/content.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { describeSession, renewSession } from "./current-session.server.ts";
import { enrolFactor } from "./enrolment.server.ts";
import { type Factor, listFactors, totpSecret } from "./factors.server.ts";
import { passwordLimits } from "./model.ts";
import { maskedPhone, normalisePhone } from "./phone.ts";
import { removeOwnFactor } from "./remove-factor.server.ts";
import { reauthenticate } from "./reauthenticate.server.ts";
import { renewOwnRecoveryCodes } from "./recovery-codes.server.ts";
import { challengeFactor, showFactor, showRecoveryCode } from "./second-factor.server.ts";
import { totpUri } from "./totp.server.ts";
import { typedCode } from "./typed-code.ts";

/* endpoints.server.ts says who may call these, and how often. */

const phone = z
  .string()
  .transform(
    (typed, check) =>
      normalisePhone(typed) ??
      (check.addIssue("Please enter a telephone number, such as 0400 000 000."), z.NEVER),
  );
const enrolment = z.discriminatedUnion("type", [
  z.object({ type: z.literal("totp") }),
  z.object({ type: z.literal("phone"), phone }),
]);

const published = (factor: Factor) => ({
  id: factor.id,
  type: factor.type,
  status: factor.verifiedAt ? "verified" : "unverified",
  ...(factor.phone && { phone: maskedPhone(factor.phone) }),
  createdAt: factor.createdAt,
  verifiedAt: factor.verifiedAt,
});

export function factorEndpoints(db: Db, secret: string) {
  const use = [sessionMiddleware];
  const post = { method: "POST", use } as const;
  const current = (ctx: GenericEndpointContext) => describeSession(db, ctx.context.session!);
  const idOf = (ctx: GenericEndpointContext): string => ctx.params?.id ?? "";

  return {
    id: "factors",
    endpoints: {
      listFactors: createAuthEndpoint("/factors", { method: "GET", use }, async (ctx) => {
        const { id, aal, nextAal } = await current(ctx);
        return ctx.json({ factors: (await listFactors(db, id)).map(published), aal, nextAal });
      }),
      enrolFactor: createAuthEndpoint("/factors", { ...post, body: enrolment }, async (ctx) => {
        const { id, email } = ctx.context.session.user;
        const factor = await enrolFactor(db, secret, id, ctx.body);
        if (factor.type === "phone") return ctx.json(published(factor));
        const clear = await totpSecret(secret, factor);
        const uri = totpUri(clear, content().site.brand, email);
        return ctx.json({ ...published(factor), totp: { secret: clear, uri } });
      }),
      challengeFactor: createAuthEndpoint("/factors/:id/challenge", post, async (ctx) =>
        ctx.json(await challengeFactor(db, await current(ctx), idOf(ctx), ctx.headers)),
      ),
      verifyFactor: createAuthEndpoint(
        "/factors/:id/verify",
        { ...post, body: z.object({ code: typedCode }) },
        async (ctx) => {
          const shown = { id: idOf(ctx), code: ctx.body.code };
          const session = await current(ctx);
          const { recoveryCodes } = await showFactor(db, secret, session, shown, ctx.headers);
          await renewSession(ctx, "aal2");
          return ctx.json({ aal: "aal2", ...(recoveryCodes.length > 0 && { recoveryCodes }) });
        },
      ),
      removeFactor: createAuthEndpoint("/factors/:id/remove", post, async (ctx) => {
        await removeOwnFactor(db, await current(ctx), idOf(ctx));
        return ctx.json({ success: true });
      }),
      renewRecoveryCodes: createAuthEndpoint("/recovery-codes", post, async (ctx) =>
        ctx.json({ recoveryCodes: await renewOwnRecoveryCodes(db, secret, await current(ctx)) }),
      ),
      useRecoveryCode: createAuthEndpoint(
        "/recovery-codes/verify",
        { ...post, body: z.object({ code: typedCode }) },
        async (ctx) => {
          await showRecoveryCode(db, secret, await current(ctx), ctx.body.code, ctx.headers);
          await renewSession(ctx, "aal2");
          return ctx.json({ aal: "aal2" });
        },
      ),
      /** Giving the password again makes the session fresh. */
      reauthenticate: createAuthEndpoint(
        "/reauthenticate",
        { ...post, body: z.object({ password: z.string().max(passwordLimits.max) }) },
        async (ctx) => {
          const session = await current(ctx);
          await reauthenticate(db, session.id, ctx.body.password);
          await renewSession(ctx, session.aal);
          return ctx.json({ success: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
