import { describe, expect, test } from "vitest";
import {
  acuityAppointments,
  acuityClients,
  acuityLine,
  cleanedMembers,
  honeyBookContacts,
  mailchimpArchive,
  musicStaffStudents,
  readFile,
  squarespaceContacts,
  subscribedMembers,
  zipOf,
} from "#tests/support/imports.ts";
import { toCsv } from "#app/values/csv.ts";
import { readImport } from "./read.server.ts";

const rowsOf = (...given: Parameters<typeof readFile>) => readFile(...given).rows;

describe("clients are read from the export of", () => {
  test("Acuity, with lines in the notes; who has no email address is skipped", () => {
    const read = readFile(acuityClients);
    expect(read).toMatchObject({
      kind: "clients",
      open: {},
      unreadable: [],
      skipped: [{ line: 5, why: "it has no email address" }],
    });
    const [ines, noah] = read.rows;
    expect(ines).toEqual({
      line: 3,
      email: "ines@client.example",
      name: "Ines Osei",
      phone: "+61 412 345 678",
      notes: "Alto, likes\nmornings",
    });
    expect(noah).toMatchObject({ name: "Noah Lind", phone: "", notes: "" });
  });

  test("Squarespace", () => {
    expect(readFile(squarespaceContacts)).toMatchObject({
      kind: "clients",
      rows: [{ email: "ines@client.example", name: "Ines Osei" }],
    });
  });

  test("HoneyBook", () => {
    expect(rowsOf(honeyBookContacts)).toMatchObject([
      {
        email: "hello@wren.example",
        name: "Wren & Moss Weddings",
        phone: "(03) 9000 1111",
        notes: "Wren & Moss",
      },
    ]);
  });

  test.each([
    ["Google", "First Name,Last Name,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value", "Mobile,"],
    ["Xero", "FirstName,LastName,EmailAddress,PhoneNumber", ""],
    ["Invoice Ninja", "Contact First Name,Contact Last Name,Contact Email,Contact Phone", ""],
  ])("%s, with name and number", (_, head, label) => {
    const [client] = rowsOf(`${head}\nIda,Lind,ida@client.example,${label}0412 345 678\n`);
    expect(client).toMatchObject({ name: "Ida Lind", phone: "0412 345 678" });
  });

  test("My Music Staff: the parent is the client, and brothers and sisters stand in the notes", () => {
    const read = readFile(musicStaffStudents);
    expect(read.rows).toMatchObject([
      {
        email: "li@family.example",
        name: "Li Tan",
        phone: "0400 111 222",
        notes: "Student: Tan Mei\nPiano\nStudent: Tan Bo\nViolin",
      },
      { email: "ann@adult.example", name: "Ann Grey", phone: "0400 333 444" },
    ]);
    expect(read.skipped).toEqual([{ line: 3, why: "same email as line 2, so it's added there" }]);
  });
});

describe("a file", () => {
  const text = "Name,Email\nZoë Ðuriš,zoe@client.example\n";
  const latin = "Name,Email\nZoë Fär,zoe@client.example\n";

  test.each([
    ["UTF-8", Buffer.from(text), "Zoë Ðuriš"],
    ["UTF-8 with its mark", Buffer.from(`\ufeff${text}`), "Zoë Ðuriš"],
    ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le"), "Zoë Ðuriš"],
    ["UTF-16, the other way round", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), "Zoë Ðuriš"],
    ["Windows-1252", Buffer.from(latin, "latin1"), "Zoë Fär"],
  ])("in %s is read", (_, bytes, name) => {
    expect(rowsOf(bytes)).toMatchObject([{ name, email: "zoe@client.example" }]);
  });

  test.each(["sep=;", "{}", "Pupils;\n\nof 1 May"])("with %j above its header is read", (above) => {
    const lines = "Co./Last Name;First Name;Email\nLind;Ida;ida@client.example\n";
    expect(rowsOf(`${above}\n${lines}`)).toMatchObject([
      { name: "Ida Lind", email: "ida@client.example" },
    ]);
  });

  test("that this site exported keeps the phone number", () => {
    const row = { name: "=1+1", phone: "0412 345 678", email: "ida@client.example" };
    expect(rowsOf(toCsv(Object.keys(row), [Object.values(row)]))).toMatchObject([row]);
  });

  test("whose first line names one column of more loses nobody, and a parent isn't the student", () => {
    expect(rowsOf("Email,\nida@client.example,Ida\nbo@client.example,Bo\n")).toHaveLength(2);
    const head = "Student Email,Student First Name,Email,First Name";
    const row = { email: "li@family.example", name: "Li" };
    expect(rowsOf(`${head}\nmei@family.example,Mei,${row.email},Li\n`)).toMatchObject([row]);
  });

  test("of 500 lines names the one that is wrong", () => {
    const lines = Array.from({ length: 500 }, (_, at) => `Client ${at},client${at}@a.example`);
    lines[322] = "Client 322,client322@";
    const read = readFile(["Name,Email", ...lines].join("\n"));
    expect(read.rows).toHaveLength(499);
    expect(read.unreadable).toEqual([{ line: 324, why: '"client322@" is not an email address' }]);
  });

  test.each([
    ["a picture", Buffer.from("\u0089PNG\r\n\u001a\n\u0000\u0000"), "This isn't a CSV file"],
    ["nothing", Buffer.from(""), "There are no lines in it."],
    ["a header alone", Buffer.from("Name,Email\n"), "There are no lines in it."],
    ["half an archive", zipOf({ "a.csv": "a,b\n1,2" }).subarray(0, 60), "damaged"],
    ["an archive without a CSV", zipOf({ "a.txt": "a" }), "There is no CSV file"],
    ["20,001 rows", Buffer.from(`Email\n${"a@b.example\n".repeat(20_001)}`), "20,000 rows"],
    ["an archive that unpacks into too much", zipOf({ "a.csv": "a,b\n".repeat(3e6) }), "too large"],
  ])("with %s is refused", (_, bytes, message) => {
    const read = readImport({ bytes, fileName: "x.csv", choice: {} });
    expect(read).toEqual({ is: "refused", message: expect.stringContaining(message) as string });
  });

  test("whose columns have other names is asked about, and read as the owner says", () => {
    const own = "Wer,Wohin\nIda,mailto ida@client.example\n";
    expect(readFile(own).open).toEqual({ "use-0": "Choose the column with the email addresses." });
    expect(readFile(own, "x.csv", { uses: ["name", "email"] })).toMatchObject({
      open: {},
      unreadable: [{ line: 2, why: '"mailto ida@client.example" is not an email address' }],
    });
    expect(readFile("Wer,Wohin\nIda,ida@client.example\n")).toMatchObject({
      rows: [{ name: "ida@client.example", email: "ida@client.example" }],
    });
  });
});

describe("appointments", () => {
  test("of Acuity are at Melbourne's time, in summer and in winter", () => {
    const summer = { day: "January 15, 2027", from: "9:00 am", until: "10:00 am" };
    const winter = { day: "July 15, 2027", from: "1:30 pm", until: "2:15 pm" };
    const paid = acuityLine({ ...winter, price: "$95.00,yes" });
    const { kind, rows } = readFile(acuityAppointments(acuityLine(summer), paid));
    expect(kind).toBe("appointments");
    expect(rows).toMatchObject([
      {
        startsAt: new Date("2027-01-14T22:00:00Z"),
        endsAt: new Date("2027-01-14T23:00:00Z"),
        title: "Lesson",
        name: "Ines Osei",
        price: 95_00,
        notes: "Hums",
      },
      { startsAt: new Date("2027-07-15T03:30:00Z"), price: null },
    ]);
  });

  test.each([
    ["day first", "13/03/2027 09:00", "2027-12-10T22:00Z"],
    ["month first", "03/13/2027 09:00", "2027-11-11T22:00Z"],
  ])("have their dates %s where one of the column shows it", (_, other, first) => {
    const found = readFile(`Start,Minutes,Name\n11/12/2027 09:00,60,A\n${other},60,B\n`);
    expect(found.rows[0]).toMatchObject({ startsAt: new Date(first) });
  });

  test("of Calendly are the invitee's, and end on the day and at the time of two columns", () => {
    const head = "User Name,User Email,Invitee Name,Invitee Email,Event Type Name,Canceled";
    const times = "Start Date & Time,End Date,End Time,Event Created Date & Time";
    const line = "Her,her@own.example,Ida Lind,ida@client.example,Trial,false";
    const hours = "2027-03-01 10:00 am,2027-03-01,10:30 am,2027-02-01 09:00 am";
    const endsAt = new Date("2027-02-28T23:30:00Z");
    const ida = { name: "Ida Lind", email: "ida@client.example", title: "Trial", endsAt };
    const rows = rowsOf(`${head},${times}\n${line},${hours}\n`);
    expect(rows).toMatchObject([{ ...ida, bookedOn: "2027-02-01" }]);
  });

  test("whose dates can be read both ways are asked about", () => {
    const both = "Date,Time,Duration,Client\n03/04/2027,2pm,45 min,Ada\n";
    expect(readFile(both).open).toEqual({
      order: "These dates can be read both ways. Choose which comes first.",
    });
    expect(readFile(both, "x.csv", { order: "day-first" }).rows).toMatchObject([
      {
        startsAt: new Date("2027-04-03T03:00:00Z"),
        endsAt: new Date("2027-04-03T03:45:00Z"),
        name: "Ada",
      },
    ]);
  });

  test.each([
    ["2027-03-01 22:30:00 UTC", "2027-03-01T22:30:00Z"],
    ["2027-03-01T09:30:00.000+11:00", "2027-02-28T22:30:00Z"],
    ["2027-03-01 00:30:00+00", "2027-03-01T00:30:00Z"],
    ["01/03/2027 9:30 am AEDT", "2027-02-28T22:30:00Z"],
  ])("written as %s keep their zone's hour", (start, instant) => {
    const order = "day-first";
    const rows = rowsOf(`Start,Minutes,Name\n${start},30,Ada\n`, "x.csv", { order });
    expect(rows).toMatchObject([{ startsAt: new Date(instant) }]);
    const split = rowsOf(`Date,Time,Minutes,Name\n2027-03-01 00:00 UTC,9:30,30,${start.length}\n`);
    expect(split).toMatchObject([{ startsAt: new Date("2027-02-28T22:30:00Z") }]);
  });

  const lengths = { "1.5 hours": 90, "1 hr 30 mins": 90, "1 hour, 5 minutes": 65, "0:45:00": 45 };
  const more = { "1 hour lesson": 60, "45 minutes (weekly)": 45, "30min/week": 30 };
  test.each(Object.entries({ ...lengths, ...more }))("of %s last %d minutes", (length, minutes) => {
    const cells = `"${length}",Ada,95.00 AUD,Paid,-`;
    const text = `Start,Duration,Name,Price,Status,Canceled\n2027-03-01 10:00,${cells}\n`;
    const endsAt = new Date(Date.parse("2027-02-28T23:00Z") + minutes * 60_000);
    expect(rowsOf(text)).toMatchObject([{ endsAt, price: 95_00 }]);
  });

  test("that can't be read say why, and cancelled ones are skipped", () => {
    const lines = [
      "Start,End,Name,Email,Status",
      "2027-03-01 10:00,11:00,Ada,,Confirmed",
      "soon,11:00,Ada,,",
      "2027-03-01,11:00,Ada,,",
      "2027-03-01 10:00,09:00,Ada,,",
      "2027-03-01 10:00,,Ada,,",
      "2027-03-01 10:00,11:00,,,",
      "2027-03-01 10:00,11:00,Ada,ada@,",
      "2027-03-01 10:00,11:00,Ada,,Cancelled",
      "2027-03-01 10:00,11:00,Ada,,Declined",
    ];
    const found = readFile(lines.join("\n"));
    expect(found.rows).toHaveLength(1);
    expect(found.unreadable).toEqual([
      { line: 3, why: '"soon" is not a date' },
      { line: 4, why: "it has no time of day" },
      { line: 5, why: "it ends before it starts" },
      { line: 6, why: "it doesn't say how long it takes" },
      { line: 7, why: "it doesn't say who it is for" },
      { line: 8, why: '"ada@" is not an email address' },
    ]);
    expect(found.skipped).toEqual([9, 10].map((line) => ({ line, why: "it was cancelled" })));
  });
});

describe("Mailchimp's export", () => {
  test("as an archive: who left one list is on none, and of them only the address is kept", () => {
    const read = readFile(mailchimpArchive(), "audience_export.zip");
    expect(read).toMatchObject({ kind: "subscribers", open: {}, columns: [] });
    expect(read.rows).toMatchObject([
      {
        email: "ines@client.example",
        state: "subscribed",
        firstName: "Ines",
        asked: new Date("2023-03-16T14:40:47Z"),
        confirmed: new Date("2023-03-16T14:42:00Z"),
      },
      { email: "both@client.example", state: "unsubscribed", firstName: "", lastName: "" },
      {
        email: "left@client.example",
        state: "unsubscribed",
        firstName: "",
        left: new Date("2024-05-01T09:00:00Z"),
      },
      { email: "bounced@client.example", state: "unsubscribed", lastName: "" },
    ]);
    expect(read.skipped).toEqual([
      { line: 2, why: "never subscribed (nonsubscribed_members_export_1a.csv)" },
      { line: 2, why: "this email is in it twice" },
    ]);
  });

  test("of subscribed people under another name is asked about, and nobody is guessed to be subscribed", () => {
    const members = "This file doesn't say whether these people are subscribed. Please choose.";
    expect(readFile(subscribedMembers, "my list.csv")).toMatchObject({
      open: { members },
      rows: [],
    });
    const rows = rowsOf(subscribedMembers, "my list.csv", { members: "subscribed" });
    expect(rows).toMatchObject([{ state: "subscribed" }, { state: "subscribed" }]);
  });

  test.each([
    ["Status", ["Active", "Subscribed", "Opted in"], ["Unsubscribed", "Bounced", "complained"]],
    ["Accepts Marketing", ["yes", "true"], []],
  ])("of another program: only who is said to be in the list by its %s is", (status, are, left) => {
    const others = ["Not subscribed", "NEVER_SUBSCRIBED", "inactive", "unconfirmed", "no", "false"];
    const lines = [...are, ...left, ...others].map((word, at) => `a${at}@client.example,${word}`);
    const text = ["Email", ...lines].join("\n").replace("Email", `Email,${status}`);
    const read = readFile(text, "x.csv", { kind: "subscribers", members: "subscribed" });
    const states = [...are.map(() => "subscribed"), ...left.map(() => "unsubscribed")];
    expect(read.rows.map((row) => "state" in row && row.state)).toEqual(states);
    expect(read.skipped).toHaveLength(others.length);
  });

  test("of cleaned addresses says so in its columns", () => {
    expect(rowsOf(cleanedMembers, "my list.csv")).toMatchObject([{ state: "unsubscribed" }]);
  });
});
