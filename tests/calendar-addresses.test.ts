import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import EmbodimentSomatic from "#app/routes/booking/embodiment-somatic.tsx";
import PresenceCommunication from "#app/routes/booking/presence-communication.tsx";
import VoicePiano from "#app/routes/booking/voice-piano.tsx";
import Archive from "#app/routes/site/archive.tsx";
import { SiteHeader } from "#app/routes/site/layout.tsx";
import { DiscoveryDialog } from "#app/routes/site/home-parts/sections.tsx";
import VoicePianoServices from "#app/routes/site/voice-piano-services.tsx";
import { visibleText } from "#tests/support/request.ts";
import { calendarAddresses } from "#tests/support/calendar-addresses.ts";

/* Everything that leads to a calendar, once with the addresses of other sites and once with this site's own. */

const { links, schedulers } = calendarAddresses;

function drawn(part: ComponentType, site: object): string {
  return withContent(makeContentState({ site }), () =>
    renderToStaticMarkup(createElement(createRoutesStub([{ path: "/", Component: part }]))),
  );
}

const attributesOf = (tag: string) =>
  Object.fromEntries(
    Array.from(tag.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name, value]) => [name!, value!]),
  );

const framesIn = (html: string) => (html.match(/<iframe [^>]*>/g) ?? []).map(attributesOf);

/** All links but those to pages that are no calendar. */
const calendarLinksIn = (html: string) =>
  Array.from(html.matchAll(/(<a [^>]*>)(.*?)<\/a>/g))
    .map(([, tag, text]): Record<string, string> => ({
      ...attributesOf(tag!),
      text: visibleText(text!),
    }))
    .filter(({ href = "" }) => /^https:|^\/book(\/|$)/.test(href));

const ownPage = /="\/book(?=["/?])/;
const inNewTab = { target: "_blank", rel: "noopener noreferrer" };

describe("with the address of another site", () => {
  test.each([
    [VoicePiano, schedulers.voicePiano, "Calendar: Voice + Piano"],
    [EmbodimentSomatic, schedulers.embodiment, "Calendar: Healing + Body-Voice Integration"],
    [PresenceCommunication, schedulers.presence, "Calendar: Presence and Communication"],
  ])("a booking page frames it and opens it in a new tab: %o", (part, address, title) => {
    const html = drawn(part, calendarAddresses);
    expect(framesIn(html)).toEqual([
      {
        src: address,
        title,
        height: "800",
        "data-check": `/frame-check?address=${encodeURIComponent(address)}`,
        loading: "lazy",
        class: "col-start-1 row-start-1 w-full h-[800px]",
        referrerPolicy: "strict-origin",
      },
    ]);
    expect(html).toContain("<span>Loading calendar...</span>");
    const link = { href: address, ...inNewTab };
    expect(calendarLinksIn(html)).toEqual([
      { ...link, class: "button", text: "Open the calendar (opens in a new tab)" },
      {
        ...link,
        class: "embed-late link",
        text: "The calendar is slow today. Open it in a new tab. (opens in a new tab)",
      },
      { ...link, class: "link", text: "Open the calendar in a new tab (opens in a new tab)" },
    ]);
  });

  test.each([
    [Archive, links.audition, 1],
    [VoicePianoServices, links.bookNow, 2],
    [SiteHeader, links.bookNow, 3],
    [Discovery, links.discovery, 1],
  ])("a page opens it in a new tab: %o", (part, address, count) => {
    const html = drawn(part, calendarAddresses);
    const found = calendarLinksIn(html).filter(({ href }) => href === address);
    expect(found).toMatchObject(Array.from({ length: count }, () => inNewTab));
    expect(html).not.toMatch(ownPage);
    expect(framesIn(html)).toEqual([]);
  });
});

describe("with this site's own", () => {
  test.each([
    [VoicePiano, "/book/voice-piano"],
    [EmbodimentSomatic, "/book/embodiment"],
    [PresenceCommunication, "/book/presence"],
  ])("a booking page frames it as it does another, without asking for it: %o", (part, page) => {
    const [own, other] = [drawn(part, {}), drawn(part, calendarAddresses)];
    const { src: _, "data-check": __, ...common } = framesIn(other)[0]!;
    expect(framesIn(own)).toEqual([{ ...common, src: page, "data-answers": "yes" }]);
    expect(calendarLinksIn(own).map(({ text: _text, ...link }) => link)).toEqual(
      ["button", "embed-late link", "link"].map((name) => ({ class: name, href: page })),
    );
  });

  test.each([
    [Archive, "/book/audition-cut"],
    [VoicePianoServices, "/book"],
    [SiteHeader, "/book"],
    [Discovery, "/book/discovery"],
  ])("a page leads to it by an ordinary link: %o", (part, page) => {
    const found = calendarLinksIn(drawn(part, {})).filter(({ href }) => ownPage.test(`="${href}"`));
    expect(new Set(found.map(({ href }) => href))).toEqual(new Set([page]));
    for (const link of found) expect(link).not.toHaveProperty("target");
  });
});

function Discovery() {
  return createElement(DiscoveryDialog, { label: "Book a Discovery Session" });
}
