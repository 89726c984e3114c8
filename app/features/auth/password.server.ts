import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";

/* Hashing is costly: few at once, so that a flood of sign-ins leaves the machine to visitors. */
const atOnce = 2;
const mayWait = 8;
let running = 0;
const waiting: (() => void)[] = [];

export class TooBusy extends Error {
  override name = "TooBusy";
}

const call = new AsyncLocalStorage<{ preferred: boolean }>();

export const withHashingPriority = <T>(task: () => Promise<T>): Promise<T> =>
  call.run({ preferred: false }, task);

/** Within {@link withHashingPriority}: hashes this call's passwords first and refuses none. */
export function prioritiseHashing(): void {
  const current = call.getStore();
  if (current) current.preferred = true;
}

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    const preferred = call.getStore()?.preferred ?? false;
    if (!preferred && waiting.length >= mayWait) throw new TooBusy("Too many sign-ins at once.");
    await new Promise<void>((resolve) =>
      preferred ? waiting.unshift(resolve) : waiting.push(resolve),
    );
  } else running++;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashInTurn = (password: string) => inTurn(() => hashPassword(password));
export const verifyInTurn = (given: { hash: string; password: string }) =>
  inTurn(() => verifyPassword(given));
