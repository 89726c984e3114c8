import { href } from "react-router";
import { type Content, content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { IntroLine, PageIntro, CardLink } from "#app/ui/section.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.projects);

const targetsOf = ({ sheetMusic, backingTracks }: Content["site"]["links"]) => ({
  director: href("/music-director-pianist"),
  livePiano: href("/live-piano-services"),
  ameb: href("/ameb-accompanying"),
  sheetMusic,
  backingTracks,
  audition: href("/archive"),
});

export default function ProjectsResources() {
  const { heading, intro, cards } = content().projects;
  const targets = targetsOf(content().site.links);
  const targetOf = (name: string) => targets[name as keyof typeof targets];
  const shown = Object.entries(cards).filter(([name]) => targetOf(name));
  return (
    <main>
      <PageIntro heading={heading} aside={<IntroLine />}>
        <p>{intro}</p>
      </PageIntro>
      <ul className="wrap grid gap-x-8 gap-y-12 py-8 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(([name, { title, text, picture }], index) => (
          <li key={name} className="group relative">
            <Picture
              {...picture}
              priority={index === 0}
              sizes="(min-width: 75rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
              className="aspect-3/2 w-full rounded-sm object-cover"
            />
            <h2 className="display-3 mt-5">
              <CardLink href={targetOf(name)}>{title}</CardLink>
            </h2>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
