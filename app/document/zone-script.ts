/* Reloads a page of times in the visitor's zone before paint. As a script's text it uses nothing from outside. */
export default function zoneScript(): void {
  const page = new URL(location.href);
  if (page.searchParams.has("zone")) return;
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  // A first date formatter takes a fast computer 10 to 17 ms, a phone four times that.
  const zone = Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // These zones always have Melbourne's time; some browsers name no zone.
  const isMelbournes =
    !zone || /^Australia\/(Melbourne|Sydney|Hobart|Canberra|ACT|NSW|Victoria|Tasmania)$/.test(zone);
  if (isMelbournes) return;
  if (document.currentScript!.dataset.shows === "times") {
    // Shows this page after all if the one with the zone does not load.
    const { style } = document.documentElement;
    style.visibility = "hidden";
    setTimeout(() => (style.visibility = ""), 3_000);
    page.searchParams.set("zone", zone);
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
