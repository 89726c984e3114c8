import { randomUUID } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import { importStored, keepFile, saveChoice } from "#app/features/imports/commands.server.ts";
import type { ImportChoice } from "#app/features/imports/model.ts";
import { readImport } from "#app/features/imports/read.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { NOW, owner } from "./factories.ts";

/* Files with the header rows that each program writes. */

export const acuityClients = `First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment,Banned
Ines,Osei,'+61 412 345 678,Ines@Client.example,"Alto, likes
mornings",12,
Noah,Lind,,noah@client.example,,200,
Ola,Only Phone,0412 000 111,,,3,
`;

export const squarespaceContacts = `Email,First Name,Last Name,Accepts Marketing,Has Account,Subscriber Since,Tags
ines@client.example,Ines,Osei,true,false,2024-02-01,choir
`;

export const honeyBookContacts = `Full Name,Email Address,Phone Number,Company,Type
Wren & Moss Weddings,hello@wren.example,(03) 9000 1111,Wren & Moss,Client
`;

const musicStaffColumns = [
  "Last Name,First Name,My Music Staff Student ID,My Music Staff Family ID,Adult Student,Status",
  "Email,Mobile Phone,Instrument,Parent Contact 1 Last Name,Parent Contact 1 First Name",
  "Parent Contact 1 Email,Parent Contact 1 Mobile Phone",
].join();

export const musicStaffStudents = `${musicStaffColumns}
Tan,Mei,sdt_1,fml_1,No,Active,mei@child.example,,Piano,Tan,Li,li@family.example,0400 111 222
Tan,Bo,sdt_2,fml_1,No,Active,,,Violin,Tan,Li,li@family.example,0400 111 222
Grey,Ann,sdt_3,fml_2,Yes,Active,ann@adult.example,0400 333 444,Voice,Grey,Ann,,
`;

const acuityColumns = [
  "Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?",
  "Amount Paid Online,Certificate Code,Notes,Date Scheduled,Label,Scheduled By,Appointment ID",
].join();

export const acuityAppointments = (...lines: string[]) => [acuityColumns, ...lines].join("\n");

type AcuityLine = { day: string; from: string; until: string; title?: string; price?: string };

export const acuityLine = ({
  day,
  from,
  until,
  title = "Lesson",
  price = "95.00,no",
}: AcuityLine) =>
  [
    `"${day} ${from}","${day} ${until}",Ines,Osei,0412,ines@client.example`,
    `"${title}",Her,${price},0.00,,Hums,2026-01-01,,,1`,
  ].join();

/** `left`: the columns of those who left, or whose address failed. */
const memberFile = (left: string, ...members: string[]) =>
  [
    '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,' +
      "CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED," +
      `${left}LEID,EUID,NOTES,TAGS`,
    ...members,
    "",
  ].join("\n");

const member = (who: string, optIn = "", confirmed = optIn, left = "") =>
  `${who},2,${optIn},,${confirmed},,,,,,,AU,VIC,"2024-06-01 09:00:00",${left}1,a,,`;

export const subscribedMembers = memberFile(
  "",
  member("Ines@Client.example,Ines,Osei", "2023-03-16 14:40:47", "2023-03-16 14:42:00"),
  member("both@client.example,Both,Lists", "2023-01-01 00:00:00"),
);
const leftInAutumn = (who: string) =>
  member(who, "2022-01-01 00:00:00", "", "2024-05-01 09:00:00,Autumn,9,NORMAL,,");
export const unsubscribedMembers = (...more: string[]) =>
  memberFile(
    "UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,",
    ...["both@client.example,Both,Lists", "left@client.example,Lee,Left", ...more].map(
      leftInAutumn,
    ),
  );
export const cleanedMembers = memberFile(
  "CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,",
  member(
    "bounced@client.example,Bo,Bounced",
    "2022-01-01 00:00:00",
    "",
    "2024-06-01 09:00:00,Winter,10,",
  ),
);
const nonsubscribedMembers = memberFile("", member("buyer@client.example,Bea,Buyer"));

export const mailchimpArchive = () =>
  zipOf({
    "subscribed_members_export_1a.csv": subscribedMembers,
    "unsubscribed_members_export_1a.csv": unsubscribedMembers(),
    "cleaned_members_export_1a.csv": cleanedMembers,
    "nonsubscribed_members_export_1a.csv": nonsubscribedMembers,
  });

/** A ZIP archive as programs write it, with the files compressed. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(text), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(Buffer.byteLength(text), 18);
    about.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from("PK\u0003\u0004"), about, Buffer.from(name)]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), about, rest, Buffer.from(name));
    parts.push(head, packed);
    at += head.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

type File = string | Uint8Array;
const bytesOf = (file: File) => (typeof file === "string" ? Buffer.from(file) : file);

export function readFile(file: File, fileName = "file.csv", choice: ImportChoice = {}) {
  const read = readImport({ bytes: bytesOf(file), fileName, choice });
  if (read.is === "refused") throw new Error(read.message);
  return read;
}

type Given = { fileName?: string; choice?: ImportChoice; now?: Date };

export async function importFile(
  db: Db,
  file: File,
  { fileName = "file.csv", choice, now = NOW }: Given = {},
) {
  const given = { fileName, bytes: bytesOf(file), key: randomUUID() };
  const id = await keepFile(db, owner, given, now);
  if (choice) await saveChoice(db, owner, id, choice);
  const outcome = await importStored(db, owner, id, now);
  if (outcome.is !== "imported") throw new Error(outcome.is);
  return { id, ...outcome.plan };
}
