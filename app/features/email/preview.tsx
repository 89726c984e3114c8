import { isOptionalField, missingNotice } from "./fields.ts";
import { fillParts, type RecordFields } from "./placeholders.ts";

export function EmailPreview({
  subject,
  body,
  record,
}: {
  subject: string;
  body: string;
  record: RecordFields;
}) {
  return (
    <section
      aria-label="Preview"
      className="min-w-0 self-start border border-line bg-surface p-5 lg:sticky lg:top-0"
    >
      <p className="eyebrow mb-3">Preview</p>
      <p className="mb-3 border-b border-line pb-3 font-semibold wrap-anywhere">
        <Filled text={subject} record={record} />
      </p>
      <p className="whitespace-pre-line wrap-anywhere">
        <Filled text={body} record={record} />
      </p>
    </section>
  );
}

function Filled({ text, record }: { text: string; record: RecordFields }) {
  return fillParts(text, record).map(({ text: filled, key = "", missing }, index) =>
    missing && !isOptionalField(key) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <mark key={index} className="bg-transparent font-semibold text-danger">
        [{bracketed(missingNotice(key))}]
      </mark>
    ) : (
      filled
    ),
  );
}

const bracketed = (notice: string) => notice.charAt(0).toLowerCase() + notice.slice(1);
