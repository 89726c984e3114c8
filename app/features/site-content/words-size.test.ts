import { expect, test } from "vitest";
import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { ContentField } from "#app/content/fields.ts";
import { valueOf } from "#app/content/merge.ts";
import { requestLimits } from "#app/server/http/gate.server.ts";
import { wordsForm, wordsTexts } from "#tests/support/words-forms.ts";
import { longestAlt } from "./field-text.ts";
import { longestLink } from "./field-kinds.server.ts";

/** Of four bytes, the most that a character takes. */
const wide = (count: number) => "🎹".repeat(count);

/** As much as the limits allow. */
function largest(field: ContentField): unknown {
  switch (field.kind) {
    case "group":
      return Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [name, largest(inner)]),
      );
    case "list":
      return Array.from({ length: field.most }, () => largest(field.item));
    case "text":
      return wide(field.most);
    case "link":
    case "calendar":
      return "l".repeat(longestLink);
    case "email":
      return "e".repeat(254);
    case "picture":
      return { name: "00000000-0000-0000-0000-000000000000", alt: wide(longestAlt) };
    case "price":
      return 99_999_99;
    case "day":
      return "2026-01-01";
    default:
      return valueOf(field, undefined);
  }
}

/** What the form sends beside the document's own fields. */
const around = 3_000;

async function bodyOf(name: DocumentName): Promise<number> {
  const form = wordsForm(wordsTexts(siteDocuments[name], largest(siteDocuments[name])));
  return (await new Response(form).arrayBuffer()).byteLength + around;
}

test.each(documentNames)(
  "the largest %s there can be fits into the body of a form",
  async (name) => {
    expect(await bodyOf(name)).toBeLessThan(requestLimits.bodyBytes);
  },
);
