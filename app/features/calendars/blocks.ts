/* Picks the lines about busy times from an arriving iCalendar file (RFC 5545). */

export class NotCalendar extends Error {
  override name = "NotCalendar";
  readonly reason: "no-calendar" | "cut-off" | "too-many";
  constructor(reason: NotCalendar["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

export type Block = readonly string[];

const mostEvents = 20_000;
const mostCharacters = 2_000_000;

const propertiesOfEvents =
  "UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID SEQUENCE STATUS TRANSP SUMMARY " +
  "FREEBUSY X-MICROSOFT-CDO-BUSYSTATUS X-APPLE-TRAVEL-DURATION";
const ofEvents = new RegExp(
  `^(${propertiesOfEvents.replaceAll(" ", "|")})[;:]|^ATTENDEE;.*PARTSTAT=DECLINED`,
  "i",
);
const ofCalendars = /^X-WR-CALNAME[;:]/i;
const isTopLevel = (name: string) => /^V(EVENT|FREEBUSY|TIMEZONE|TODO|JOURNAL)$/.test(name);
const isEvent = (name: string | undefined) => name === "VEVENT" || name === "VFREEBUSY";

/** Call `add` for each piece, then `end`; both throw {@link NotCalendar}. Drops unused lines. */
export function blockReader(isWanted: (event: Block) => boolean = () => true) {
  const blocks = { head: [] as string[], events: [] as Block[], definitions: [] as Block[] };
  let open: string[] = [];
  let block: string[] = [];
  let line = "";
  let rest = "";
  let size = 0;
  let hasBegun = false;

  const keep = (lines: Block, into: Block[]) => {
    size += lines.reduce((sum, one) => sum + one.length, 0);
    if (size > mostCharacters || blocks.events.length >= mostEvents)
      throw new NotCalendar("too-many");
    into.push(lines);
  };
  const close = (name: string) => {
    const lines = [`BEGIN:${name}`, ...block, `END:${name}`];
    if (name === "VTIMEZONE") keep(lines, blocks.definitions);
    if (isEvent(name) && isWanted(lines)) keep(lines, blocks.events);
    block = [];
  };
  const begin = (name: string) => {
    // The previous component never ended.
    if (isTopLevel(name) && open.length > 1) leave(open[1]!);
    if (open[1] === "VTIMEZONE") block.push(`BEGIN:${name}`);
    open.push(name);
  };
  const leave = (name: string) => {
    const at = open.lastIndexOf(name);
    if (at === -1) return;
    if (at > 1 && open[1] === "VTIMEZONE") block.push(`END:${name}`);
    else if (at <= 1 && open.length > 1) close(open[1]!);
    open = open.slice(0, at);
  };
  const take = () => {
    const [, edge, kind = ""] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? [];
    const name = kind.toUpperCase();
    if (!hasBegun && line.trim() !== "") {
      if (name !== "VCALENDAR" || edge?.toUpperCase() !== "BEGIN")
        throw new NotCalendar("no-calendar");
      hasBegun = true;
    }
    if (edge?.toUpperCase() === "BEGIN") begin(name);
    else if (edge) leave(name);
    else if (open.length === 1 && ofCalendars.test(line)) blocks.head.push(line);
    else if (open[1] === "VTIMEZONE" || (isEvent(open.at(-1)) && ofEvents.test(line)))
      block.push(line);
  };

  const add = (text: string) => {
    // Avoids searching an unfinished line again with every piece.
    if (!/[\r\n]/.test(text)) {
      rest += text;
      return;
    }
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    for (const next of lines) {
      // A long line continues after a blank or a tab.
      if (/^[ \t]/.test(next)) line += next.slice(1);
      else {
        take();
        line = next;
      }
    }
  };
  const end = () => {
    add("\n\n");
    if (!hasBegun) throw new NotCalendar("no-calendar");
    if (open.length > 0) throw new NotCalendar("cut-off");
    return blocks;
  };
  return { add, end };
}
