/*
 * Gives a booking page the visitor's time zone where none has been chosen: a page of times is opened
 * again with it, before it is painted, and the links of other pages name it. Uses nothing from outside itself.
 */
export default function zoneScript(): void {
  const page = new URL(location.href);
  if (page.searchParams.has("zone")) return;
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  // A first formatter of dates takes a fast computer 10 to 17 ms, a phone four times that.
  const zone = Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Where clocks always show Melbourne's time; some browsers name no zone.
  const isMelbournes =
    !zone || /^Australia\/(Melbourne|Sydney|Hobart|Canberra|ACT|NSW|Victoria|Tasmania)$/.test(zone);
  if (isMelbournes) return;
  if (document.currentScript!.dataset.shows === "times") {
    // Should the page with the zone not come, this one is shown after all.
    const { style } = document.documentElement;
    style.visibility = "hidden";
    setTimeout(() => (style.visibility = ""), 3_000);
    page.searchParams.set("zone", zone);
    // In the history it takes this page's place.
    location.replace(page);
    return;
  }
  for (const link of document.links) {
    if (link.origin !== page.origin || !link.pathname.startsWith("/book/")) continue;
    const leadsTo = new URL(link.href);
    leadsTo.searchParams.set("zone", zone);
    link.href = leadsTo.href;
  }
}
