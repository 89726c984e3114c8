import { z } from "zod";

export const typedCode = z
  .string()
  .trim()
  .max(40)
  .transform((typed) => typed.replace(/\s/g, ""));
