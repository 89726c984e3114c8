import { expect, test } from "vitest";
import { checkWords } from "#app/features/site-content/words-form.server.ts";
import { meta } from "#app/routes/site/whats-on.tsx";
import { siteDocuments } from "./documents.ts";
import { navigation } from "./navigation.ts";
import { pages } from "./pages.ts";
import { makeContentState, withContent } from "./state.server.ts";
import { shownPages } from "./visibility.ts";

const { whatsOn } = siteDocuments;

const concert = {
  title: "Salt and Cedar",
  day: "2026-12-04",
  time: "7.30 pm",
  place: "St Alban's Hall, Carlton",
  text: "A song cycle for four voices.",
  link: "https://tickets.example/salt",
  picture: { name: "choir", alt: "Four singers" },
};
const workshop = {
  ...concert,
  title: "Breathing in public",
  day: "2026-12-01",
  text: "",
  link: "",
  picture: { name: "", alt: "" },
};

const on = (today: string, dates: unknown[] = [concert, workshop]) =>
  makeContentState({ whatsOn: { ...whatsOn.default, dates } }, {}, { today });
const titlesOn = (today: string) => on(today).content.whatsOn.dates.map(({ title }) => title);

test("the next date comes first, and each goes once its day is over", () => {
  expect(titlesOn("2026-12-01")).toEqual([workshop.title, concert.title]);
  expect(titlesOn("2026-12-02")).toEqual([concert.title]);
  expect(titlesOn("2026-12-05")).toEqual([]);
});

test("the page is on the site and in its navigation while there are dates to come", () => {
  const names = () => navigation().map(({ name }) => name);
  withContent(on("2026-12-04"), () => {
    expect(shownPages()).toContain(pages.whatsOn);
    expect(names()).toContain("What's On");
  });
  for (const state of [on("2026-12-05"), on("2026-12-01", []), makeContentState()])
    withContent(state, () => {
      expect(shownPages()).not.toContain(pages.whatsOn);
      expect(names()).not.toContain("What's On");
    });
});

test("a date that another program has damaged is passed over", () => {
  const damaged = [{ ...concert, day: "soon" }, { title: 7 }, null, workshop];
  expect(on("2026-12-01", damaged).content.whatsOn.dates.map(({ day }) => day)).toEqual([
    workshop.day,
  ]);
});

test("search engines read each date as an event", () => {
  const data = withContent(on("2026-12-01"), () =>
    meta().flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : [])),
  );
  const origin = "https://origin.invalid";
  expect(data).toContainEqual({
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Event",
        name: workshop.title,
        startDate: workshop.day,
        eventStatus: "https://schema.org/EventScheduled",
        location: { "@type": "Place", name: workshop.place, address: workshop.place },
        performer: { "@type": "Person", "@id": `${origin}/#person`, name: "Imogen Hale" },
        url: `${origin}/whats-on`,
      },
      expect.objectContaining({
        name: concert.title,
        url: concert.link,
        description: concert.text,
        image: expect.stringMatching(`^${origin}/pictures/choir-\\d+\\.webp$`),
      }),
    ],
  });
  const isEvents = (tag: object) => "script:ld+json" in tag;
  expect(withContent(on("2026-12-05"), () => meta().filter(isEvents))).toEqual([]);
});

test("a date needs a day and a place; a time, a link and a picture only where she has them", () => {
  const context = { fillIns: [], uploads: {}, today: "2026-11-28" };
  const check = (date: object) =>
    checkWords(whatsOn, { ...whatsOn.default, dates: [date] }, context);
  expect(check(concert)).toMatchObject({ ok: true });
  expect(check({ ...workshop, time: "" })).toMatchObject({ ok: true });
  expect(check({ ...workshop, day: "", place: "", link: "tickets.example" })).toMatchObject({
    errors: {
      "dates.0.day": "Enter a date for “Day”.",
      "dates.0.place": "This can't be empty.",
      "dates.0.link": expect.stringContaining("https://"),
    },
  });
});
