import { calendarUrls } from "#app/content/calendars.ts";
import { linked } from "#app/ui/linked.tsx";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { IntroPicture, PageIntro } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.archive);

export default function Archive() {
  const { audition, booking } = content();
  const { heading, text, picture, facts, when, book } = audition;
  return (
    <main>
      <PageIntro heading={heading} wide aside={<IntroPicture {...picture} shape="landscape" />}>
        <p>{linked(text)}</p>
        <dl className="w-full text-base">
          {[...facts, when].map(({ term, value }) => (
            <div key={term} className="grid grid-cols-[6rem_1fr] border-t border-line py-3">
              <dt className="text-soft">{term}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        {booking.kinds.auditionCut.shown && (
          <Anchor href={calendarUrls().audition} className="button">
            {book}
          </Anchor>
        )}
      </PageIntro>
    </main>
  );
}
