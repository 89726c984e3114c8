import { hashPassword, verifyPassword } from "better-auth/crypto";

/*
 * Hashing a password is costly on purpose. A flood of sign-ins must not take the machine from the
 * visitors, so only two are hashed at a time and a few more may wait.
 */
const atOnce = 2;
const mayWait = 8;
let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords are being checked right now. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new TooBusy("Too many sign-ins at once.");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hash = (password: string) => inTurn(() => hashPassword(password));
export const verify = (given: { hash: string; password: string }) => inTurn(() => verifyPassword(given));
