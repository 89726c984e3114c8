import { hash } from "node:crypto";
import { and, asc, eq, gt, inArray, ne } from "drizzle-orm";
import { type Administrator, isOwner, type Owner } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import { content } from "#app/content/content.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type ExamMark, examMarkKinds } from "#app/server/database/enums.ts";
import {
  amebBookings,
  examMarks,
  isListedBooking,
  salesInvoices,
  sheetMusic,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  type Day,
  isDay,
  isInstant,
  longDay,
  melbourneDay,
  msPerHour,
} from "#app/values/calendar.ts";
import { addMinutes, clockTime } from "#app/values/time-of-day.ts";
import { joinPdfs } from "#app/server/pdf/uploads.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { invoicesOfBookings } from "#app/features/invoices/queries.server.ts";
import {
  newInvoiceLimits,
  newInvoiceSchema,
  type TypedInvoice,
  type InvoiceValues,
  lineValues,
  type TypedLine,
} from "#app/features/invoices/schema.ts";
import { check } from "#app/values/rules.ts";
import { isUuid } from "#app/values/text.ts";
import { readPriceHistory } from "#app/features/services/queries.server.ts";
import {
  type AmebBooking,
  includesExam,
  timeOfDay,
  bookingLabel,
  includesRehearsal,
} from "./model.ts";
import { listMusicOf } from "./queries.server.ts";
import { amebRehearsals } from "#app/content/offers.ts";
import { fromCents } from "#app/values/money.ts";

/** In bytes, of a day's files: with its cards less than the 50 MB that a phone keeps. */
const mostMusic = 45 * 1024 * 1024;

const isPlayed = and(isListedBooking, ne(amebBookings.status, "cancelled"));

/** By time; those without one last. */
async function examsOn(db: Db, day: Day): Promise<AmebBooking[]> {
  const all = db
    .select()
    .from(amebBookings)
    .where(and(isPlayed, eq(amebBookings.examDate, day)));
  const found = await all.orderBy(asc(amebBookings.id));
  const timeIn = ({ examTime }: AmebBooking) => timeOfDay(examTime ?? "") ?? "99";
  return found
    .filter(({ serviceRequired }) => includesExam(serviceRequired))
    .toSorted((one, other) => timeIn(one).localeCompare(timeIn(other)));
}

type MusicOfDay = Awaited<ReturnType<typeof listMusicOf>>;

/** From the first that is too much for a phone on, no more: the order stays that of the day. */
function fittingMusic(files: MusicOfDay): MusicOfDay {
  let size = 0;
  const end = files.findIndex((file) => (size += file.size) > mostMusic);
  return end < 0 ? files : files.slice(0, end);
}

/** Today, and tomorrow for whoever opens the page the evening before. */
export async function getExamDays(db: Db, by: Administrator, now = new Date()) {
  const today = melbourneDay(now);
  const tomorrow = addDays(today, 1);
  const invoicing = isOwner(by) && issuingRefusal(await getBusinessDetails(db)) === null;
  const pricesAt = invoicing ? await readPriceHistory(db) : null;
  const days = [
    await getExamDay(db, by, today, { pricesAt, now }),
    await getExamDay(db, by, tomorrow, { pricesAt, now }),
  ].filter(({ cards }) => cards.length > 0);
  return { today, now, days, next: days.length > 0 ? null : await nextExamDay(db, tomorrow) };
}

export type ExamDay = Awaited<ReturnType<typeof getExamDay>>;

/** `page`: where the music of a card begins in the day's PDF. `left`: pages that aren't in it. */
async function getExamDay(
  db: Db,
  _by: Administrator,
  day: Day,
  { pricesAt, now }: { pricesAt: PricesAt | null; now: Date },
) {
  const bookings = await examsOn(db, day);
  const ids = bookings.map(({ id }) => id);
  const files = await listMusicOf(db, ids);
  const fitting = fittingMusic(files);
  const marks = await db.select().from(examMarks).where(inArray(examMarks.bookingId, ids));
  const invoices = await db.select().from(salesInvoices).where(invoicesOfBookings(ids));
  const pagesOf = (some: MusicOfDay) => some.reduce((sum, { pages }) => sum + pages, 0);
  let page = 1;
  const cards = bookings.map((booking) => {
    const isOwn = ({ bookingId }: { bookingId: string }) => bookingId === booking.id;
    const pages = pagesOf(fitting.filter(isOwn));
    const start = timeOfDay(booking.examTime ?? "");
    const markedAt = (kind: ExamMark) =>
      marks.find((mark) => isOwn(mark) && mark.kind === kind)?.at ?? null;
    const invoice = invoices.find(({ amebBookingId }) => amebBookingId === booking.id);
    const due = pricesAt && !invoice ? examInvoice(booking, pricesAt, now) : null;
    const card = {
      id: booking.id,
      who: booking.candidateName || booking.studentParentName,
      grade: booking.examBoardGrade,
      instrument: booking.instrument,
      works: booking.works,
      place: booking.examVenue,
      time: start ? clockTime(start) : booking.examTime,
      arrival: start
        ? clockTime(addMinutes(start, -content().prices.ameb.arrivesMinutesBefore))
        : null,
      isBooked: booking.status === "booked",
      notes: booking.notes,
      music: booking.music,
      pages,
      left: pagesOf(files.filter(isOwn)) - pages,
      page,
      arrived: markedAt("arrived"),
      done: markedAt("done"),
      invoiceId: invoice?.id ?? null,
      toInvoice: due && {
        total: due.lines.reduce((sum, { amount }) => sum + amount, 0),
        email: due.buyerEmail,
      },
    };
    page += pages;
    return card;
  });
  return { day, cards, pages: page - 1, version: versionOf(fitting) };
}

/** Files never change; another one has another id. */
const versionOf = (files: MusicOfDay) =>
  hash("sha256", files.map(({ id }) => id).join()).slice(0, 12);

async function nextExamDay(db: Db, after: Day): Promise<Day | null> {
  const found = await db
    .select({ day: amebBookings.examDate, services: amebBookings.serviceRequired })
    .from(amebBookings)
    .where(and(isPlayed, gt(amebBookings.examDate, after)))
    .orderBy(asc(amebBookings.examDate));
  return found.find(({ services }) => includesExam(services))?.day ?? null;
}

/** One PDF of all parts, in the order of the day. Null without any. */
export async function readMusicOfDay(db: Db, _by: Administrator, day: string) {
  if (!isDay(day)) return null;
  const ids = (await examsOn(db, day)).map(({ id }) => id);
  const parts = [];
  for (const { id } of fittingMusic(await listMusicOf(db, ids))) {
    const [file] = await db.select().from(sheetMusic).where(eq(sheetMusic.id, id));
    if (file) parts.push({ format: file.format, bytes: file.bytes });
  }
  return parts.length > 0 ? joinPdfs(parts) : null;
}

type Mark = { bookingId: string; kind: ExamMark; at: Date };

/** Of a phone that had no line; an older or a future time is that of a wrong clock. */
const longestAgo = 36 * msPerHour;

/** Once for each exam and kind, however often it is sent; false for an unknown exam. */
export function markExam(
  db: Db,
  by: Administrator,
  { bookingId, kind, at }: Mark,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isUuid(bookingId)) return false;
    const ofId = and(eq(amebBookings.id, bookingId), isListedBooking);
    const [booking] = await tx.select().from(amebBookings).where(ofId).for("update");
    if (!booking) return false;
    const isKnown = at <= now && now.getTime() - at.getTime() < longestAgo;
    const [added] = await tx
      .insert(examMarks)
      .values({ bookingId, kind, at: isKnown ? at : now })
      .onConflictDoNothing()
      .returning();
    if (added) {
      const subject = { kind: "booking", id: bookingId, label: bookingLabel(booking) } as const;
      const action = kind === "done" ? "played" : "arrived for";
      await recordActivity(tx, { actor: by.email, action, subject }, now);
    }
    // Also where an assistant was first.
    if (kind === "done" && isOwner(by)) await invoiceExam(tx, by, booking, now);
    return true;
  });
}

/** As the page's forms and its script send it. */
export async function markFrom(db: Db, by: Administrator, form: FormData): Promise<boolean> {
  const kind = examMarkKinds.find((one) => one === form.get("kind"));
  const now = new Date();
  const at = new Date(String(form.get("at") ?? now.toISOString()));
  const bookingId = String(form.get("booking") ?? "");
  return kind && isInstant(at) ? markExam(db, by, { bookingId, kind, at }, now) : false;
}

/** Null where the owner has to type an amount. */
function examInvoice(booking: AmebBooking, pricesAt: PricesAt, now: Date): TypedInvoice | null {
  const dueOn = addDays(melbourneDay(now), newInvoiceLimits.dueDays);
  const typed = check(newInvoiceSchema, { dueOn, ...invoiceValuesOf(booking, pricesAt) });
  return typed.ok ? typed.value : null;
}

/** Unless there is one already. Where it isn't made, the card leads to the form. */
async function invoiceExam(tx: Db, by: Owner, booking: AmebBooking, now: Date) {
  const pricesAt = await readPriceHistory(tx);
  const typed = booking.status === "cancelled" ? null : examInvoice(booking, pricesAt, now);
  if (!typed || (await tx.$count(salesInvoices, invoicesOfBookings([booking.id]))) > 0) return;
  const key = `exam day ${booking.id}`;
  await issueNewInvoice(tx, by, typed, { send: true, bookingId: booking.id }, now, key);
}

type PricesAt = Awaited<ReturnType<typeof readPriceHistory>>;

/** At the prices that its family was shown. */
export function invoiceValuesOf(booking: AmebBooking, pricesAt: PricesAt): InvoiceValues {
  const { candidateName, studentParentName, contactEmail, examBoardGrade } = booking;
  return {
    buyerName: studentParentName,
    buyerEmail: contactEmail,
    title: [examBoardGrade, candidateName].filter(Boolean).join(", "),
    ...lineValues(linesOf(booking, pricesAt(booking.createdAt))),
  };
}

function linesOf(booking: AmebBooking, prices: ReturnType<PricesAt>): TypedLine[] {
  const { serviceRequired, examDate, rehearsalMinutes, rehearsalDate } = booking;
  const lines: TypedLine[] = [];
  if (includesExam(serviceRequired))
    lines.push({
      text: onDay("Exam day accompanying", examDate),
      amount: fromCents(prices.ameb.examDay),
    });
  if (includesRehearsal(serviceRequired)) {
    const listed = amebRehearsals(prices).find(({ minutes }) => minutes === rehearsalMinutes);
    const what = listed ? `Rehearsal of ${listed.minutes} minutes` : "Rehearsal";
    lines.push({ text: onDay(what, rehearsalDate), amount: listed ? fromCents(listed.price) : "" });
  }
  return lines;
}

const onDay = (what: string, day: string | null) =>
  day && isDay(day) ? `${what}, ${longDay(day)}` : what;
