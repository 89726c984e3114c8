import { content } from "#app/content/content.ts";
import { partsOf } from "#app/content/links-in-words.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { retentionFillIns } from "#app/features/privacy/retention.ts";
import { fillIn } from "#app/content/fill-ins.ts";
import { IntroLine, PageIntro, Section } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.privacy);

export default function Privacy() {
  const { email } = content().site;
  const { heading, intro, visiting, records, others, rights } = fillIn(
    content().privacy,
    retentionFillIns,
  );
  return (
    <main>
      <PageIntro eyebrow={pages.privacy.name} heading={heading} aside={<IntroLine />}>
        <p>
          <Linked text={intro} name={email} url={`mailto:${email}`} />
        </p>
      </PageIntro>
      <Told {...visiting} />
      <Section heading={records.heading} raised>
        <dl>
          {records.rows.map(({ what, why, time }, index) => (
            <div
              key={index}
              className={
                "grid gap-x-8 gap-y-1 border-t border-line py-4 " +
                "lg:grid-cols-[1fr_14rem] lg:grid-rows-[auto_1fr]"
              }
            >
              <dt className="font-semibold">{what}</dt>
              <dd className="lg:col-start-2 lg:row-span-2 lg:row-start-1">Kept {time}.</dd>
              <dd className="text-soft lg:col-start-1">{linked(why)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Told {...others} />
      <Told {...rights} />
    </main>
  );
}

function Told({ heading, paragraphs }: { heading: string; paragraphs: readonly string[] }) {
  return (
    <Section heading={heading}>
      <div className="measure flex flex-col gap-5 text-lg">
        {paragraphs.map((paragraph, index) => (
          <p key={index}>
            <Linked text={paragraph} name="oaic.gov.au" url="https://www.oaic.gov.au/privacy" />
          </p>
        ))}
      </div>
    </Section>
  );
}

function Linked({ text, name, url }: { text: string; name: string; url: string }) {
  const parts = partsOf(text).map(({ words, href }) =>
    href === null ? words.replaceAll(name, `[${name}](${url})`) : `[${words}](${href})`,
  );
  return linked(parts.join(""));
}
