import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  createHash,
} from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { getSettings, type Settings } from "./env.server.ts";

class SecretDamaged extends Error {
  override name = "SecretDamaged";
}

/** `AUTH_SECRET`, or a secret generated once and stored in the data folder. */
export function installationSecret({
  AUTH_SECRET,
  DATA_DIR,
}: Pick<Settings, "AUTH_SECRET" | "DATA_DIR">): string {
  if (AUTH_SECRET) return AUTH_SECRET;
  const file = join(DATA_DIR, "auth-secret");
  if (!existsSync(file)) {
    const own = writeBeside(file, randomBytes(32).toString("base64url"));
    // Of two processes that start at once, both use the secret of the first.
    try {
      linkSync(own, file);
    } catch {
      // A file system without hard links, where several processes need AUTH_SECRET.
      if (!existsSync(file)) renameSync(own, file);
    }
    rmSync(own, { force: true });
  }
  const secret = readFileSync(file, "utf8").trim();
  if (!/^[^\p{Cc}\ufffd]{32,}$/u.test(secret))
    throw new SecretDamaged(
      `${file} is empty or damaged. Write the secret of a backup into it, ` +
        "which npm run restore -- FILE --secret prints. Without a backup delete it: " +
        "second factors, sessions and links in emails are dead then.",
    );
  return secret;
}

/** The old secret must not be in use. */
export function storeSecret({ DATA_DIR }: Pick<Settings, "DATA_DIR">, secret: string): void {
  const file = join(DATA_DIR, "auth-secret");
  renameSync(writeBeside(file, secret), file);
}

/** After a power cut there is the whole secret under its name, or none. */
function writeBeside(file: string, secret: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  writeFileSync(part, secret, { mode: 0o600, flush: true, flag: "wx" });
  return part;
}

/** Each has its own key, derived from its name: a renamed purpose invalidates its signatures. */
type Purpose =
  | "first owner"
  | "form token"
  | "newsletter link"
  | "waiting list"
  | "visitor address"
  | "sender"
  | "device"
  | "sign-in limit";

let secret: string | null = null;

/** Read once by each process. */
export function ownSecret(): string {
  return (secret ??= installationSecret(getSettings()));
}

const keys = new Map<Purpose, KeyObject>();

function keyOf(purpose: Purpose): KeyObject {
  const known = keys.get(purpose);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", ownSecret(), "", purpose, 32)));
  keys.set(purpose, key);
  return key;
}

export function sign(purpose: Purpose, text: string): string {
  return createHmac("sha256", keyOf(purpose)).update(text).digest("base64url");
}

/** Compares in constant time. */
export function isSigned(purpose: Purpose, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(purpose, text));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Recognises a sender without storing the email address. */
export function senderDigest(email: string): string {
  return sign("sender", email.trim().toLowerCase());
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** For short codes: they have so few values that only the installation's secret hides them. */
export function hashCode(purpose: string, code: string): string {
  return createHmac("sha256", ownSecret()).update(`${purpose}\n${code}`).digest("base64url");
}

export const newAuthId = () => randomBytes(16).toString("base64url");
