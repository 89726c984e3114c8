import { plainSigns } from "#app/values/text.ts";

/** As `+61400000000`, or null. A number that starts with 0 is Australian. */
export function normalisePhone(typed: string): string | null {
  const compact = plainSigns(typed)
    .replace(/[ ().\-/]/g, "")
    .replace(/^00/, "+")
    .replace(/^0/, "+61");
  return /^\+[1-9]\d{7,14}$/.test(compact) ? compact : null;
}

/** `+61 ••• 789`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)} ••• ${phone.slice(-3)}`;
}
