import { z } from "zod";

/** A code as somebody types it, blanks included. */
export const typedCode = z
  .string()
  .trim()
  .max(40)
  .transform((typed) => typed.replace(/\s/g, ""));
