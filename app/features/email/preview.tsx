import { content } from "#app/content/content.ts";
import { withoutSignOff } from "./email-signature.tsx";
import { isOptionalField, missingNotice } from "./fields.ts";
import { fillParts, type RecordFields } from "./placeholders.ts";

/** The email as it will look; with `action`, the button at its end. */
export function EmailPreview({
  subject,
  body,
  record,
  action,
}: {
  subject: string;
  body: string;
  record: RecordFields;
  action?: string;
}) {
  const { brand, place, person, role, whatsapp } = content().site;
  const { text, closing } = withoutSignOff(body);
  return (
    <section
      aria-label="Preview"
      className="min-w-0 self-start overflow-hidden rounded-sm border border-line lg:sticky lg:top-0"
    >
      <div className="border-b border-line bg-raised px-5 py-3">
        <p className="text-sm text-soft">Preview</p>
        <p className="font-semibold wrap-anywhere">
          <Filled text={subject} record={record} />
        </p>
      </div>
      <div className="bg-surface px-5 py-6 text-base">
        <p className="flex items-center gap-3 font-display text-xl">
          <img src="/email/mark.png" width={40} height={40} alt="" className="rounded-lg bg-fill" />
          {brand}
        </p>
        <p className="pt-6 whitespace-pre-line wrap-anywhere">
          <Filled text={text} record={record} />
        </p>
        {action && (
          <p className="pt-5">
            <span className="inline-block rounded-sm bg-fill px-5 py-2.5 font-semibold text-on-fill">
              {action}
            </span>
          </p>
        )}
        <p className="pt-6">
          {closing && <span className="block pb-2 whitespace-pre-line">{closing}</span>}
          <span className="block font-display text-xl">{person}</span>
          <span className="block text-sm text-soft">{role}</span>
          <span className="block text-sm text-accent">{whatsapp.label}</span>
        </p>
        <p className="mt-7 border-t border-line pt-3.5 text-sm text-soft">
          {brand} · {place}
        </p>
      </div>
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
