import {
  type LeafField,
  ownCalendar,
  type PictureField,
  type PictureValue,
} from "#app/content/fields.ts";
import { isRecord } from "#app/content/merge.ts";
import { hasBrokenLink, partsOf } from "#app/content/links-in-words.ts";
import { pages } from "#app/content/pages.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import { formatMoney, typedAmount } from "#app/values/money.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { cleanText, countCharacters, countVisible, oneLine, isUuid } from "#app/values/text.ts";
import {
  fillInName,
  withFillInKeys,
  withFillInNames,
  fieldText,
  longestAlt,
  ownCalendarLabel,
  shownOrHidden,
} from "./field-text.ts";
import { drawings } from "./samples.server.ts";

export const longestLink = 300;
const highestPrice = 99_999_99;

export type WordsContext = {
  fillIns: readonly string[];
  /** Shapes of ready uploads by id. */
  uploads: Readonly<Record<string, PictureField["shape"]>>;
  today: Day;
};

/** The posted text of a control, whose name is the field's path and `suffix`. */
type Posted = (suffix: string) => string | undefined;

/** Takes a problem, if there is one, for the control with this suffix. */
type Refuse = (problem: string | false | null, suffix?: string) => void;

/** What the form, its check and the history do with a field that holds no others. */
type FieldKind<F extends LeafField> = {
  /** The texts of the form's controls by suffix. */
  write: (field: F, value: unknown) => Record<string, string>;
  /** A value that can't be read stays the typed text; `current` stands for one not posted. */
  read: (posted: Posted, current: unknown) => unknown;
  /** Returns the value to store. */
  check: (field: F, value: unknown, refuse: Refuse, context: WordsContext) => unknown;
  say: (value: unknown) => string;
};

type FieldKinds = { [K in LeafField["kind"]]: FieldKind<Extract<LeafField, { kind: K }>> };

const cleaned = (value: unknown) => (typeof value === "string" ? cleanText(value) : "");

const oneControl = (parse: (typed: string) => unknown) => ({
  write: (field: LeafField, value: unknown) => ({ "": fieldText(field, value) }),
  read: (posted: Posted, current: unknown) => {
    const typed = posted("");
    return typed === undefined ? current : parse(typed);
  },
  say: (value: unknown) => withFillInNames(String(value)),
});

const asTyped = oneControl((typed) => typed);

function wholeNumber(typed: string): unknown {
  const figures = typed.trim();
  return /^\d{1,9}$/.test(figures) ? Number(figures) : typed;
}

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const kinds: FieldKinds = {
  text: {
    ...oneControl(withFillInKeys),
    check({ lines, most, optional, plain, links }, value, refuse, { fillIns }) {
      const typed = cleaned(value);
      const text = lines ? typed.trim() : oneLine(typed);
      refuse(
        (countVisible(text) === 0 && !optional && empty) ||
          tooLong(text, most) ||
          (plain && text.includes("{{") && withFillIn) ||
          fillInProblem(text, fillIns) ||
          linkedProblem(text, links),
      );
      return text;
    },
  },
  link: {
    ...asTyped,
    check({ only, optional }, value, refuse) {
      const link = cleaned(value).trim();
      refuse(link === "" ? !optional && empty : linkProblem(link, only));
      return link;
    },
  },
  calendar: {
    write: (_, value) =>
      value === ownCalendar
        ? { ".whose": ownCalendar, "": "" }
        : { ".whose": "other", "": String(value) },
    read: (posted, current) =>
      posted(".whose") === ownCalendar ? ownCalendar : asTyped.read(posted, current),
    check({ only }, value, refuse) {
      const address = cleaned(value).trim();
      refuse(
        address === ""
          ? "Enter the calendar's address, or choose your own booking pages."
          : address !== ownCalendar && linkProblem(address, only),
      );
      return address;
    },
    say: (value) => (value === ownCalendar ? ownCalendarLabel : String(value)),
  },
  choice: {
    ...asTyped,
    check({ label, options }, value, refuse) {
      const isKnown = typeof value === "string" && Object.hasOwn(options, value);
      refuse(!isKnown && `Choose one of these for “${label}”.`);
      return value;
    },
  },
  email: {
    ...asTyped,
    check(_, value, refuse) {
      const typed = cleaned(value);
      const checked = check(emailAddress("Enter one email address."), typed);
      refuse(checked.ok ? checked.value.includes("{{") && withFillIn : checked.errors.form!);
      return typed.trim();
    },
  },
  price: {
    ...oneControl((typed) => typedAmount(typed.trim()) ?? typed),
    check(_, value, refuse) {
      const isPrice = isWhole(value, 0, highestPrice);
      refuse(!isPrice && "Enter an amount from A$0 to A$99,999.99, such as 95 or 95.50.");
      return value;
    },
    say: (value) => formatMoney(Number(value)),
  },
  number: {
    ...oneControl(wholeNumber),
    check({ least, most }, value, refuse) {
      const isNumber = isWhole(value, least, most);
      refuse(!isNumber && `Enter a whole number from ${least} to ${most}.`);
      return value;
    },
  },
  rating: {
    ...oneControl((typed) => (typed.trim() === "" ? null : wholeNumber(typed))),
    check(_, value, refuse) {
      const isRating = value === null || isWhole(value, 1, 5);
      refuse(!isRating && "Choose one to five stars, or none.");
      return value;
    },
    say: (value) => `${String(value)} of 5`,
  },
  day: {
    ...oneControl((typed) => typed.trim()),
    check({ label, ahead }, value, refuse, { today }) {
      const isDate = typeof value === "string" && isDay(value);
      refuse(
        isDate
          ? !ahead && value > today && "This date hasn't come yet."
          : `Enter a date for “${label}”.`,
      );
      return value;
    },
    say: (value) => longDay(value as Day),
  },
  shown: {
    // Browsers do not send an unticked checkbox, so another control says that it was there.
    write: (_, value) => ({ ".asked": "on", "": value === true ? "on" : "" }),
    read: (posted, current) => (posted(".asked") ? Boolean(posted("")) : current),
    check: (_, value) => value === true,
    say: shownOrHidden,
  },
  picture: {
    write(_, value) {
      const { name, alt, decorative = alt === "" && name !== "" } = value as TypedPicture;
      return {
        ".name": name,
        ".alt": withFillInNames(alt),
        ".decorative": decorative ? "on" : "",
      };
    },
    read(posted, current): TypedPicture {
      const shown = current as PictureValue;
      const name = posted(".name") ?? shown.name;
      const alt = posted(".alt");
      if (alt === undefined) return { ...shown, name };
      // Browsers do not send an unticked checkbox.
      const decorative = (posted(".decorative") ?? "") !== "";
      return { name, alt: withFillInKeys(alt), decorative };
    },
    check({ shape, optional }, value, refuse, { uploads, fillIns }) {
      const typed = isRecord(value) ? value : {};
      const name = cleaned(typed.name);
      if (optional && name === "") return { name, alt: "" };
      const alt = typed.decorative === true ? "" : oneLine(cleaned(typed.alt));
      refuse(pictureProblem(name, shape, uploads), ".name");
      refuse(
        (alt === "" &&
          typed.decorative === false &&
          "Say what the picture shows, or tick that it's decoration only.") ||
          tooLong(alt, longestAlt) ||
          fillInProblem(alt, fillIns),
        ".alt",
      );
      return { name, alt };
    },
    say: (value) => withFillInNames((value as PictureValue).alt) || "A decorative picture",
  },
};

export const kindOf = (field: LeafField) => kinds[field.kind] as FieldKind<LeafField>;

/** `decorative` says that an empty `alt` is meant. */
type TypedPicture = PictureValue & { decorative?: boolean };

const empty = "This can't be empty.";
const withFillIn = "Type this in full, without {{ }}: other texts use it.";

function tooLong(text: string, most: number): string | false {
  const length = countCharacters(text);
  return length > most && `This has ${length} characters; at most ${most} fit here.`;
}

function linkedProblem(text: string, mayLink: boolean): string | null {
  const linkedParts = partsOf(text).filter(({ href }) => href !== null);
  if (linkedParts.length > 0 && !mayLink) return "Words can't be a link here.";
  if (hasBrokenLink(text))
    return "A link is [the words](https://example.com), with no blanks in its address.";
  const wrong = linkedParts.find(({ href }) => linkProblem(href!, null) !== null);
  return wrong ? `The link on “${wrong.words}”: ${linkProblem(wrong.href!, null)!}` : null;
}

function fillInProblem(text: string, known: readonly string[]): string | null {
  const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].find(([, key]) => !known.includes(key!));
  if (!unknown) return null;
  const all = known.map((key) => `{{${fillInName(key)}}}`).join(", ");
  return `${withFillInNames(unknown[0])} can't be filled in. What can: ${all}.`;
}

function pictureProblem(
  name: string,
  shape: PictureField["shape"],
  uploads: WordsContext["uploads"],
): string | null {
  if (name === "") return "Choose a picture.";
  const found = Object.hasOwn(uploads, name) ? uploads[name] : drawings.get(name)?.shape;
  if (!found && isUuid(name))
    return "This picture isn't ready yet, or isn't there any more. Wait for it, or choose another one.";
  if (!found) return "This picture isn't there any more. Choose another one.";
  return found === shape ? null : wrongShapes[shape];
}

const wrongShapes: Record<PictureField["shape"], string> = {
  portrait: "Choose a picture that is taller than it is wide.",
  landscape: "Choose a picture that is wider than it is tall.",
  share: "Choose a picture that was made for sharing.",
  wordmark: "Choose a file that was uploaded as a wordmark.",
  symbol: "Choose a file that was uploaded as a symbol.",
};

export const anchors: Readonly<Record<string, readonly string[]>> = {
  [pages.home.path]: ["contact"],
  [pages.about.path]: ["embodied-approach"],
  [pages.voicePiano.path]: ["pricing"],
  [pages.livePiano.path]: ["enquire"],
  [pages.ameb.path]: ["ameb-top", "ameb-booking-form"],
};

/** Returns null for a valid link. */
export function linkProblem(link: string, only: "https" | null): string | null {
  if (link.length > longestLink) return `At most ${longestLink} characters fit here.`;
  if (/[\s\\{}]/.test(link)) return "A link has no spaces, braces or backslashes.";
  if (link.startsWith("https:")) return httpsProblem(link);
  if (only === "https") return "Enter an address that starts with https://.";
  if (link.startsWith("mailto:")) return mailProblem(link);
  if (link.startsWith("tel:"))
    return /^tel:\+?\d[\d-]{3,18}\d$/.test(link)
      ? null
      : "Enter a number such as tel:+61491570006.";
  if (link.startsWith("/") && !link.startsWith("//")) return pathProblem(link);
  return "Enter an address that starts with https://, mailto: or tel:, or a page such as /about.";
}

function httpsProblem(link: string): string | null {
  const url = URL.parse(link);
  // A parsed host may hold a semicolon, which would end a directive of the frame policy.
  const isHost = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname);
  if (!isHost || !/^https:\/\/[^/]/.test(link))
    return "This is not a complete address, such as https://example.com.";
  return url.username || url.password ? "Leave the name and password out of the address." : null;
}

function mailProblem(link: string): string | null {
  const [address = "", query = ""] = link.slice("mailto:".length).split("?", 2);
  const isOne = check(emailAddress("-"), address).ok && !address.includes("%");
  const isKnown = query === "" || /^subject=[^&#]+$/.test(query);
  return isOne && isKnown ? null : "Enter one email address, such as mailto:you@example.com.";
}

function pathProblem(link: string): string | null {
  const [path = "", anchor] = link.split("#", 2);
  const page = Object.values(pages).find((one) => one.path === path);
  if (!page) return `There is no page ${path} on this site.`;
  if (anchor === undefined || anchors[path]?.includes(anchor)) return null;
  return `There is no #${anchor} on that page.`;
}
