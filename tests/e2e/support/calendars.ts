import { siteDocuments } from "#app/content/documents.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { storedDocuments } from "#app/server/database/tables.server.ts";
import { calendarAddresses } from "#tests/support/calendar-addresses.ts";
import { openInstallation } from "./installation.ts";

/* A site on which nothing has happened yet, whose calendars are those of other companies. */

export const links = calendarAddresses.links;
export const schedulers = {
  ...calendarAddresses.schedulers,
  embodiment: "https://answers.breath-and-key.example/somatic",
};

async function prepare(db: Db): Promise<void> {
  await db.insert(storedDocuments).values({
    name: "site",
    published: { ...siteDocuments.site.default, links, schedulers },
    version: 1,
    updatedBy: "owner@site.example",
  });
}

export const openWithCalendarsElsewhere = () =>
  openInstallation(
    "no rows",
    prepare,
    {},
    {
      "book.breath-and-key.example": "denies framing",
      "presence.breath-and-key.example": "hangs",
      "calendar.breath-and-key.example": "refuses",
    },
  );
