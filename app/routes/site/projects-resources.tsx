import { type Content, content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { IntroLine, PageIntro, CardLink } from "#app/ui/section.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.projects);

const targetsOf = ({ sheetMusic, backingTracks }: Content["site"]["links"]) => ({
  director: linkTo(pages.director),
  livePiano: linkTo(pages.livePiano),
  ameb: linkTo(pages.ameb),
  sheetMusic,
  backingTracks,
  audition: linkTo(pages.archive),
});

export default function ProjectsResources() {
  const { heading, intro, cards } = content().projects;
  const targets = targetsOf(content().site.links);
  const shown = Object.entries(cards).flatMap(([name, card]) => {
    const target = targets[name as keyof typeof targets];
    return target ? [{ name, target, ...card }] : [];
  });
  return (
    <main>
      <PageIntro heading={heading} aside={<IntroLine />}>
        <p>{linked(intro)}</p>
      </PageIntro>
      <ul className="wrap grid gap-x-8 gap-y-12 py-8 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ name, target, title, text, picture }, index) => (
          <li key={name} className="group relative">
            <Picture
              {...picture}
              priority={index === 0}
              sizes="(min-width: 75rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
              className="aspect-3/2 w-full rounded-sm object-cover"
            />
            <h2 className="display-3 mt-5">
              <CardLink href={target}>{title}</CardLink>
            </h2>
            <p className="mt-2 text-soft">{linked(text)}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
