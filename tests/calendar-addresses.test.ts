import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import EmbodimentSomatic from "#app/routes/booking/embodiment-somatic.tsx";
import PresenceCommunication from "#app/routes/booking/presence-communication.tsx";
import VoicePiano from "#app/routes/booking/voice-piano.tsx";
import Archive from "#app/routes/site/archive.tsx";
import { SiteHeader } from "#app/routes/site/header.tsx";
import { DiscoveryDialog } from "#app/routes/site/home-parts/discovery-dialog.tsx";
import VoicePianoServices from "#app/routes/site/voice-piano-services.tsx";
import { calendarAddresses } from "#tests/support/calendar-addresses.ts";

const parts = {
  VoicePiano,
  EmbodimentSomatic,
  PresenceCommunication,
  Archive,
  VoicePianoServices,
  SiteHeader,
  DiscoveryDialog: () => createElement(DiscoveryDialog, { label: "Book a Discovery Session" }),
} as Record<string, ComponentType>;

function drawn(site: object): string {
  return withContent(makeContentState({ site }), () =>
    Object.entries(parts)
      .map(([name, part]) => {
        const page = createElement(MemoryRouter, null, createElement(part));
        return `<!-- ${name} -->\n${renderToStaticMarkup(page)}\n`;
      })
      .join(""),
  );
}

test("with other sites' calendars the pages are what they were before there was one of our own", async () => {
  await expect(drawn(calendarAddresses)).toMatchFileSnapshot("fixtures/calendar-addresses.txt");
});
