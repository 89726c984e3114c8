import * as z from "zod/mini";
import { emailAddress, text, tick } from "#app/values/rules.ts";
import { normalisePhone, passwordLimits } from "./model.ts";

/* The parts that make up nearly all long passwords in public lists of common passwords. */

const words = `
  password passwort passw0rd pass word admin administrator root user login letmein let me in
  welcome hello changeme change please secret default test testing guest master trustno iloveyou
  ilove love you your lovely princess dragon monkey football baseball basketball soccer superman
  batman spiderman starwars pokemon computer internet samsung google facebook instagram youtube
  qwerty qwertz azerty asdf zxcv sunshine shadow summer winter spring autumn january february
  march april june july august september october november december monday friday sunday michael
  jennifer jessica ashley charlie thomas daniel jordan george andrew matthew anthony joshua
  hannah maggie ginger pepper cookie cheese chocolate banana orange apple freedom forever
  whatever nothing something security company office house home baby angel flower butterfly
  purple yellow silver golden diamond mercedes ferrari liverpool chelsea arsenal barcelona
  manchester london melbourne sydney australia brisbane toorak music musician piano pianist
  singer singing teacher studio concert guitar violin breath key keys brand website owner the
  and for my is a i of to one two three four five six seven eight nine ten zero
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789012345678901234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
];
const reversed = runs.map((run) => Array.from(run).toReversed().join(""));
const disguises: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

function reach(typed: string, plain: string, start: number): number {
  let furthest = /^[\d\W_]+/.exec(typed.slice(start))?.[0].length ?? 0;
  furthest = Math.max(furthest, /^(.)\1{2,}/.exec(typed.slice(start))?.[0].length ?? 0);
  for (const word of words)
    if (word.length > furthest && (typed.startsWith(word, start) || plain.startsWith(word, start)))
      furthest = word.length;
  for (const run of [...runs, ...reversed]) {
    let length = 3;
    while (start + length <= typed.length && run.includes(typed.slice(start, start + length)))
      length++;
    furthest = Math.max(furthest, length > 3 ? length - 1 : 0);
  }
  return furthest;
}

export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase().replace(/\s+/g, "");
  if (/^(.{1,6})\1+$/.test(typed)) return true;
  const plain = Array.from(typed, (sign) => disguises[sign] ?? sign).join("");
  let parts = 0;
  for (let at = 0; at < typed.length; parts++) {
    const length = reach(typed, plain, at);
    if (length === 0) return false;
    at += length;
  }
  // Many common words in a row are a sentence, which is a good password.
  return parts <= 3;
}

const email = emailAddress("Please enter a valid email address.");

const asTyped = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value ?? ""),
);

export const newPassword = z.pipe(
  asTyped,
  z.string().check(
    z.refine((value) => value.length >= passwordLimits.min, {
      error: "Use at least 12 characters.",
      abort: true,
    }),
    z.refine((value) => value.length <= passwordLimits.max, {
      error: "Use at most 128 characters.",
      abort: true,
    }),
    z.refine(
      (value) => !isCommonPassword(value),
      "This password is too common. Several words that don't belong together make a good one.",
    ),
  ),
);

const password = z.pipe(asTyped, z.string().check(z.minLength(1, "Please enter your password.")));

const code = text({ min: [6, "Please enter the code."], max: [20, "Please enter the code."] });
const token = text({ min: [1, "This link is incomplete."] });

const phone = z.pipe(
  text({ min: [1, "Please enter a telephone number."] }),
  z
    .string()
    .check(
      z.refine(
        (value) => normalisePhone(value) !== null,
        "Please enter a telephone number, such as 0400 000 000.",
      ),
    ),
);

const remember = tick();

export const signInSchema = z.object({ email, password, remember, next: z.optional(z.string()) });
export const signUpSchema = z.object({ email, password: newPassword });
export const invitationSchema = z.object({
  email,
  role: z.enum(["assistant", "viewer"], "Choose a role."),
});
export const emailSchema = z.object({ email });
export const phoneSchema = z.object({ phone });
export const magicLinkSchema = z.object({ token, remember });
export const confirmSchema = z.object({ token, password });
export const updatePasswordSchema = z.object({ token, password: newPassword });
export const emailCodeSchema = z.object({ email, code, remember });
export const textCodeSchema = z.object({ phone, code, remember });
export const codeSchema = z.object({ code });
export const reauthenticateSchema = z.object({ password });
export const changePasswordSchema = z.object({ currentPassword: password, newPassword });
export const setupSchema = z.object({ token, email, password: newPassword });

/* Messages are the same whether or not an email address has access. */

export const sentMessages = {
  magicLink: "Check your email for the magic link",
  recovery: "Check your email for the password reset link",
  signUp: "Check your email for the confirmation link",
  emailCode: "Check your email for the code",
  textCode: "Check your phone for the code",
};

export const linkSentNotice =
  "If that email has access, we've sent a link. It works once and expires in 30 minutes.";
