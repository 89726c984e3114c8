import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import { aLesson, anEntry, askedBy, minutesLater } from "#tests/support/diary.ts";
import { sendEntryForm } from "#tests/support/diary-forms.ts";
import { owner } from "#tests/support/factories.ts";
import { startOfDay } from "#app/values/calendar.ts";
import { textsOfEntry } from "#app/features/diary/schema.ts";
import { getDiaryEntry } from "#app/features/appointments/queries.server.ts";

describe("an entry's forms", () => {
  // Long after these tests.
  const ahead = { startsAt: new Date("2090-03-01T23:00:00Z") };

  dbTest("move it, and ask before it stands over another", async ({ db }) => {
    const entry = await anEntry(db, ahead);
    await anEntry(db, { startsAt: minutesLater(ahead.startsAt, 120) });
    const values = { version: "1", day: "2090-03-02", time: "12:00" };
    const refused = await sendEntryForm(db, "move", entry.id, values);
    expect(refused).toMatchObject({ notice: "That time is taken." });
    const anyway = askedBy(refused).join(" ");
    expect(await sendEntryForm(db, "move", entry.id, { ...values, anyway })).toMatchObject({
      ok: true,
    });
  });

  dbTest("change nothing of what has changed in the meantime", async ({ db }) => {
    const { id } = await anEntry(db, { ...ahead, version: 2 });
    for (const intent of ["cancel", "edit", "move"] as const)
      expect(
        await sendEntryForm(db, intent, id, {
          version: "1",
          clientName: "A",
          title: "B",
          minutes: "60",
          day: "2090-03-03",
          time: "10:00",
        }),
      ).toMatchObject({ ok: false, message: expect.stringContaining("It has changed") });
  });

  dbTest("cancel it for the client who has phoned", async ({ db }) => {
    const { id } = await anEntry(db, ahead);
    await sendEntryForm(db, "cancel", id, { version: "1", forClient: "on", reason: "A cold" });
    expect((await getDiaryEntry(db, owner, id))?.entry).toMatchObject({
      state: "cancelled",
      cancelledBy: "client",
    });
  });

  dbTest("edit what it says, and its length", async ({ db }) => {
    const { id } = await anEntry(db, ahead);
    const values = { clientName: "Ada V", title: "Lesson", minutes: "90", ownerNote: "Warm up" };
    expect(await sendEntryForm(db, "edit", id, { version: "1", ...values })).toMatchObject({
      ok: true,
    });
    expect((await getDiaryEntry(db, owner, id))?.entry).toMatchObject({
      title: "Lesson",
      clientName: "Ada V",
      ownerNote: "Warm up",
      endsAt: minutesLater(ahead.startsAt, 90),
      busyUntil: minutesLater(ahead.startsAt, 105),
    });
  });

  dbTest("give a block another beginning and end, past midnight too", async ({ db }) => {
    const startsAt = new Date("2090-03-02T03:00:00.500Z");
    const { id } = await anEntry(db, { kind: "block", title: "Gig", startsAt });
    await anEntry(db, { startsAt: new Date("2090-03-03T12:00:00Z") });
    const edit = (version: number, values: Record<string, string>) =>
      sendEntryForm(db, "edit", id, {
        title: "Gig",
        day: "2090-03-02",
        version: `${version}`,
        ...values,
      });
    const times = async () => {
      const { entry } = (await getDiaryEntry(db, owner, id))!;
      return [entry.startsAt, entry.endsAt];
    };
    // The form shows no seconds: what it leaves as it was stays.
    expect(await edit(1, { time: "14:00", untilTime: "15:00", ownerNote: "Kew" })).toMatchObject({
      ok: true,
    });
    expect(await times()).toEqual([startsAt, minutesLater(startsAt, 60)]);
    expect(await edit(2, { time: "20:00", untilTime: "01:00" })).toMatchObject({ ok: true });
    const evening = [new Date("2090-03-02T09:00:00Z"), new Date("2090-03-02T14:00:00Z")];
    expect(await times()).toEqual(evening);
    const nextDay = { day: "2090-03-03", time: "22:00", untilTime: "23:30" };
    expect(await edit(3, nextDay)).toMatchObject({ notice: "That time is taken." });
    expect(await edit(3, { time: "20:00", untilTime: "20:00" })).toMatchObject({
      errors: { untilTime: "It must end after it begins." },
    });
    expect(await times()).toEqual(evening);
  });

  dbTest("give days away other days, and an hour", async ({ db }) => {
    const { id } = await anEntry(db, {
      kind: "away",
      title: "Tour",
      startsAt: startOfDay("2090-03-06"),
      endsAt: startOfDay("2090-03-10"),
    });
    const { entry } = (await getDiaryEntry(db, owner, id))!;
    const shown = { ...textsOfEntry(entry), version: "1" };
    expect(shown).toMatchObject({ awayFrom: "2090-03-06", awayUntil: "2090-03-09" });
    const values = { ...shown, awayTitle: "", awayUntil: "2090-03-12", awayUntilTime: "17:00" };
    expect(await sendEntryForm(db, "edit", id, values)).toMatchObject({ ok: true });
    expect((await getDiaryEntry(db, owner, id))?.entry).toMatchObject({
      title: "Away",
      startsAt: startOfDay("2090-03-06"),
      endsAt: new Date("2090-03-12T06:00:00Z"),
    });
    const back = { ...values, version: "2", awayUntil: "2090-03-05" };
    expect(await sendEntryForm(db, "edit", id, back)).toMatchObject({
      errors: { awayUntil: "You can't be back before you leave." },
    });
  });

  dbTest("take it to the client's place, with the way there and back", async ({ db }) => {
    const { id } = await anEntry(db, { ...ahead, serviceId: (await aLesson(db)).id });
    const values = { clientName: "Ada", title: "Lesson", minutes: "60" };
    const goThere = async (version: number, travelMinutes = "", place = "client") => {
      const sent = { ...values, version: String(version), travelMinutes, place };
      expect(await sendEntryForm(db, "edit", id, sent)).toMatchObject({ ok: true });
      return (await getDiaryEntry(db, owner, id))?.entry;
    };
    const away = (minutes: number) => ({
      busyFrom: minutesLater(ahead.startsAt, -minutes),
      busyUntil: minutesLater(ahead.startsAt, 60 + minutes),
    });
    expect(await goThere(1)).toMatchObject(away(30));
    expect(await goThere(2, "45")).toMatchObject(away(45));
    expect(await goThere(3)).toMatchObject({ ...away(45), version: 3 });
    const { startsAt: busyFrom } = ahead;
    const back = { busyFrom, busyUntil: minutesLater(busyFrom, 75) };
    expect(await goThere(3, "", "studio")).toMatchObject(back);
  });
});
