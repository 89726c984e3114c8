import { possiblePages, type PublicPage } from "../pages.ts";
import { fixed, group, shown, siteDocument } from "../fields.ts";

type HidablePage = Exclude<PublicPage["key"], "home">;

/** All but the home page, whose opening has its heading and so always shows too. */
const pageFields = Object.fromEntries(
  possiblePages.flatMap(({ key, name }) => (key === "home" ? [] : [[key, shown(name)]])),
) as Record<HidablePage, ReturnType<typeof shown>>;

export const shownParts = siteDocument("Pages and sections", ["home"], {
  pages: group("Pages that visitors see", {
    note: fixed(
      null,
      "A hidden page takes every link to it along. Sessions that visitors book on it can't be " +
        "booked while it's hidden; appointments that you have stay. What's On shows once it has a date, and a " +
        "booking page goes with its kind of session.",
    ),
    ...pageFields,
  }),
  home: group("Sections of the home page", {
    note: fixed(null, "The opening always shows, as it has the page's heading."),
    expertise: shown("Key expertise"),
    why: shown("Why work with me"),
    about: shown("About"),
    audience: shown("Who I work with"),
    glimpse: shown("Personal glimpse"),
    testimonials: shown("Testimonials"),
    choir: shown("Pop-up choir"),
    resources: shown("Projects and resources"),
    contact: shown("Contact, with its form"),
  }),
});
