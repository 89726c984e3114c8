import { postForm } from "./request.ts";
import { runScript, type Site } from "./site.ts";
import type { TestStore } from "./store.ts";

export const testPassword = "a password for the tests";

/** Creates an owner as an operator does, by the script. */
export async function createOwner(
  { dataDir, settings }: Pick<TestStore, "dataDir" | "settings">,
  email: string,
): Promise<void> {
  const { code, stderr } = await runScript(
    "scripts/owner.ts",
    [email, "--password", testPassword],
    dataDir,
    settings,
  );
  if (code !== 0) throw new Error(stderr);
}

/** Another owner with the same password, also while the site runs. */
export async function addOwner({ withConnection }: TestStore, email: string): Promise<void> {
  await withConnection(async (query) => {
    await query(
      "insert into users (id, name, email, email_verified, role) values ($1, $1, $1, true, 'admin')",
      [email],
    );
    await query(
      `insert into accounts (id, account_id, provider_id, user_id, password)
       select $1, $1, provider_id, $1, password from accounts
       where provider_id = 'credential' order by created_at limit 1`,
      [email],
    );
  });
}

/** Signs in with the form; returns the cookies of the session. */
export async function signInForCookies({ url }: Site, email: string): Promise<string> {
  const { status, cookies } = await postForm(url, "/login", { email, password: testPassword });
  if (status !== 302) throw new Error(`Signing in as ${email} was answered with ${status}.`);
  return cookies;
}
