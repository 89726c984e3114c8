import type { ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { withoutSignOff } from "./email-signature.tsx";
import { gapNotice, isOptionalField } from "./fields.ts";
import { fillParts, type RecordFields } from "./placeholders.ts";

type PreviewProps = { subject: string; record: RecordFields };

export function PreviewSection({
  subject,
  record,
  children,
}: PreviewProps & { children: ReactNode }) {
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
      {children}
    </section>
  );
}

export function EmailPreview({ body, ...props }: PreviewProps & { body: string }) {
  const { brand, place, person, role, whatsapp } = content().site;
  const { record } = props;
  const { text, closing } = withoutSignOff(body);
  return (
    <PreviewSection {...props}>
      <div className="bg-surface px-5 py-6 text-base">
        <p className="flex items-center gap-3 font-display text-xl">
          <img src="/email/mark.png" width={40} height={40} alt="" className="rounded-lg bg-fill" />
          {brand}
        </p>
        <p className="pt-6 whitespace-pre-line wrap-anywhere">
          {body.trim() ? (
            <Filled text={text} record={record} />
          ) : (
            <span className="text-soft">Your message appears here.</span>
          )}
        </p>
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
    </PreviewSection>
  );
}

function Filled({ text, record }: { text: string; record: RecordFields }) {
  return fillParts(text, record).map(({ text: filled, key = "", missing }, index) =>
    missing && !isOptionalField(key) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <mark key={index} className="bg-transparent font-semibold text-danger">
        {gapNotice(key)}
      </mark>
    ) : (
      filled
    ),
  );
}
