import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { PageIntro } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.archive);

export default function Archive() {
  const { audition } = content();
  const { heading, text, picture, facts, when, book } = audition;
  return (
    <main>
      <PageIntro eyebrow="Audition" heading={heading}>
        <p>{text}</p>
      </PageIntro>
      <div className="wrap grid items-start gap-10 py-8 lg:grid-cols-[1fr_1.2fr] lg:gap-16">
        <div className="flex flex-col items-start gap-8">
          <dl className="w-full">
            {[...facts, when].map(({ term, value }) => (
              <div key={term} className="grid grid-cols-[6rem_1fr] border-t border-line py-3">
                <dt className="text-soft">{term}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <Anchor href={calendarUrls().audition} className="button">
            {book}
          </Anchor>
        </div>
        <Picture
          {...picture}
          sizes="(min-width: 75rem) 36rem, (min-width: 64rem) 48vw, 92vw"
          className="w-full rounded-sm"
        />
      </div>
    </main>
  );
}
