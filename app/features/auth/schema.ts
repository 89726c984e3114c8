import * as z from "zod/mini";
import { emailAddress, text, tick } from "#app/values/rules.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { normalisePhone, passwordLimits } from "./model.ts";

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
