import { documentNames, siteDocuments } from "#app/content/documents.ts";
import type { ContentField } from "#app/content/fields.ts";
import { json } from "./strange-rows.ts";

/* The words of the site and its pictures, as another program or an older release may have left them. */

const picture = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [waiting, failed, withoutFiles, withoutSize, tiny, missing] = [1, 2, 3, 4, 5, 9].map(picture);

/** Of the pictures that are stored. */
export const strangePictures = [waiting!, failed!, withoutFiles!, withoutSize!, tiny!];

const pictureValues: unknown[] = [
  ...[waiting, failed, withoutFiles, withoutSize, tiny, missing].map((name) => ({ name, alt: "" })),
  ...["constructor", "__proto__", "", "../../etc/passwd", "<script>alert(1)</script>"].map(
    (name) => ({ name, alt: "<script>alert(1)</script>" }),
  ),
  null,
  "card-live",
  [],
  { name: 3, alt: [] },
  { name: waiting!.toUpperCase(), alt: "x" },
];

const links: unknown[] = [
  "javascript:alert(1)",
  "https://[",
  "//elsewhere.example",
  "JavaScript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "https://a.example; script-src *\r\nX: y",
  "",
  null,
];

const values: unknown[] = [
  "javascript:alert(1)",
  "",
  "\r\n<script>alert(1)</script> & </style>",
  "{{first_name}} {{nonsense}} {{",
  "https://[",
  "constructor",
  "0044-03-15",
  "x".repeat(20_000),
  null,
  true,
  -1,
  0.5,
  1e300,
  0,
  [],
  [null, "x"],
  {},
  { toString: 1, length: 3 },
];

/** Each call gives every field of a document the next of the values. */
function strangeValues() {
  let turn = 0;
  const next = (of: readonly unknown[]) => of[turn++ % of.length];
  const valueFor = (field: ContentField): unknown => {
    if (field.kind === "picture") return next(pictureValues);
    if (field.kind === "link" || field.kind === "calendar") return next(links);
    if (field.kind === "list")
      return [valueFor(field.item), null, valueFor(field.item), "x", {}, valueFor(field.item)];
    if (field.kind !== "group") return next(values);
    const entries = Object.entries(field.fields).map(([name, inner]) => [name, valueFor(inner)]);
    return Object.fromEntries(entries);
  };
  return valueFor;
}

const valueFor = strangeValues();

const document = (name: string, published: unknown, draft: unknown) =>
  `insert into site_documents (name, published, draft, version, updated_at, updated_by)
    values ('${name}', ${json(published)}, ${json(draft)}, 2147483000, 'infinity', '')`;

/** Whole documents that are none; the fields of the others are strange one by one. */
const wholes: Record<string, unknown> = {
  about: null,
  coaching: "words",
  director: 7,
  privacy: [[{}]],
  titles: "x".repeat(1_000_000),
};

export const strangeSite = [
  "alter table pictures drop constraint pictures_focus_inside",
  ...documentNames.map((name) => {
    const field = siteDocuments[name];
    const published = Object.hasOwn(wholes, name) ? wholes[name] : valueFor(field);
    return document(name, published, valueFor(field));
  }),
  ...["__proto__", "shop", "<script>alert(1)</script>"].map((name) => document(name, {}, [1])),
  ...[
    [waiting, "waiting", "null", -5],
    [failed, "failed", "0", 1_000],
    [withoutFiles, "ready", "1440", 100],
    [withoutSize, "ready", "null", 100],
    [tiny, "ready", "1", -2_147_483_648],
  ].map(
    ([id, state, size, progress], index) =>
      `insert into pictures (id, created_at, created_by, file_name, shape, original, focus_x, state,
          progress, error, width, height)
        values ('${id}', '${index ? "infinity" : "0044-03-15 BC"}', '', E'<script>alert(1)</script>\\r\\n',
          '${index % 2 ? "portrait" : "landscape"}', '', ${index ? "'NaN'" : "'infinity'"}, '${state}',
          ${progress}, '<script>alert(1)</script>', ${size}, ${size})`,
  ),
  ...["webp", "avif"].map(
    (format) => `insert into picture_files (picture_id, width, format, bytes)
      values ('${tiny}', -1, '${format}', ''), ('${tiny}', 1, '${format}', 'none')`,
  ),
];
