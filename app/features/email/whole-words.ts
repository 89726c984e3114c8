import { hyphenedNumber } from "#app/values/hyphened-number.ts";
import { unbroken } from "#app/values/unbroken.ts";

const time = String.raw`\d{1,2}:\d\d(?:\u00a0[ap]m)?(?:\u00a0[A-Z]{3,4}\b)?`;
/** `(7 days before the event)`. */
const rule = String.raw`\((?:\d|the )[a-z\d ]{1,30}\)`;

const whole = new RegExp(`${hyphenedNumber}|${time}–${time}|${rule}`, "g");

const day = String.raw`\d{1,2}\u00a0[A-Z][a-z]{2,8}(?:\u00a0\d{4})?`;
/** `Monday, 11 January 2027` and `Wed 18 Mar, 11:00 pm`; the time may be in an element already. */
const moment = new RegExp(
  String.raw`\b(?:[A-Z][a-z]+day, ${day}|[A-Z][a-z]{2}\u00a0${day}, (?:${time}|<span[^>]*>[^<]*</span>))`,
  "g",
);

const styled = (style: string) => (words: string) => `<span style="${style}">${words}</span>`;

/** But after `<s>`: its line doesn't run through an inline block. */
const texts = /(?<=(?<!<s)>)[^<]+/g;

/** Days and moments stay whole where they fit a line, the others always. Hyphens stay hyphens. */
export const wholeWords = (html: string): string =>
  unbroken(html).replace(texts, (text) =>
    text
      .replace(/\bat (?=\d{1,2}:)/g, "at\u00a0")
      .replace(whole, styled("white-space:nowrap"))
      .replace(moment, styled("display:inline-block")),
  );
