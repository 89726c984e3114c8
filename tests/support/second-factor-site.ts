import { beforeEach, expect } from "vitest";
import { stepAt, totpCode } from "#app/features/auth/factors.server.ts";
import { testPassword } from "./owners.ts";
import { siteOwner, type SharedSite, sharedSiteTest } from "./shared-site.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export const factorOwner = siteOwner;

/** `visitor`: the owner's browser, signed in anew for each test. */
type SecondFactorSite = SharedSite & {
  visitor: Visitor;
  /** Signs the owner in by password in a new browser. */
  signIn: () => Promise<Visitor>;
};

export function secondFactorSite(): SecondFactorSite {
  const here = { signIn } as SecondFactorSite;

  async function signIn(): Promise<Visitor> {
    const visitor = createVisitor(here.site.url);
    const { status } = await visitor.post("/login", { email: factorOwner, password: testPassword });
    expect(status).toBe(302);
    return visitor;
  }

  sharedSiteTest.beforeAll(({ shared }) => void Object.assign(here, shared));
  beforeEach(async () => {
    await here.store.withConnection(async (query) => {
      for (const table of ["rate_limits", "factors", "recovery_codes", "sessions"])
        await query(`delete from ${table}`);
    });
    here.visitor = await signIn();
  });
  return here;
}

/** Enrols and verifies an authenticator. `nextCode`: the first code that still works afterwards. */
export async function enrolTotp(visitor: Visitor) {
  const { json } = await visitor.callApi("/api/auth/factors", { type: "totp" });
  const { id, totp } = json as { id: string; totp: { secret: string; uri: string } };
  const step = stepAt(new Date());
  const verified = await visitor.callApi(`/api/auth/factors/${id}/verify`, {
    code: totpCode(totp.secret, step),
  });
  expect(verified.status).toBe(200);
  // The code of the next half minute is accepted already, and still is when that half minute has begun.
  const nextCode = totpCode(totp.secret, step + 1);
  return { id, nextCode, recoveryCodes: verified.json.recoveryCodes as string[] };
}

export const currentTotpCode = (secret: string) => totpCode(secret, stepAt(new Date()));

/** The assurance level of a session, and the next. */
export async function sessionLevels(visitor: Visitor): Promise<string[]> {
  const { session } = JSON.parse((await visitor.get("/api/auth/get-session")).text) as {
    session: { aal: string; nextAal: string };
  };
  return [session.aal, session.nextAal];
}

/** Where /admin redirects to. */
export const adminRedirect = async (visitor: Visitor) =>
  (await visitor.get("/admin")).headers.location;
