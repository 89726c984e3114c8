import { hashPassword } from "better-auth/crypto";
import { postForm } from "./request.ts";
import type { Site } from "./site.ts";
import type { TestStore } from "./store.ts";

export const testPassword = "a password for the tests";

const passwordHash = hashPassword(testPassword);

/** Makes an owner with this password, also while the site runs. */
export async function addOwner(
  { withConnection }: Pick<TestStore, "withConnection">,
  email: string,
): Promise<void> {
  const password = await passwordHash;
  await withConnection(async (query) => {
    await query(
      "insert into users (id, name, email, email_verified, role) values ($1, $1, $1, true, 'admin')",
      [email],
    );
    await query(
      `insert into accounts (id, account_id, provider_id, user_id, password)
       values ($1, $1, 'credential', $1, $2)`,
      [email, password],
    );
  });
}

/** Signs in with the form; returns the cookies of the session. */
export async function signInForCookies({ url }: Site, email: string): Promise<string> {
  const { status, cookies } = await postForm(url, "/login", { email, password: testPassword });
  if (status !== 302) throw new Error(`Signing in as ${email} was answered with ${status}.`);
  return cookies;
}
