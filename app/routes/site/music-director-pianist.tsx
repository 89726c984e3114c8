import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { PageIntro, Section } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.director);

export default function MusicDirectorPianist() {
  const { director, site } = content();
  const { heading, picture, bio, education, cv, back } = director;
  return (
    <main>
      <PageIntro eyebrow={pages.director.name} heading={heading} />
      <div className="wrap grid items-start gap-10 py-6 lg:grid-cols-[1fr_1.1fr] lg:gap-16">
        <Picture
          {...picture}
          sizes="(min-width: 75rem) 33rem, (min-width: 64rem) 45vw, 92vw"
          priority
          className="w-full rounded-sm"
        />
        <div className="measure flex flex-col items-start gap-5 text-lg">
          {bio.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
          {site.links.cv && (
            <Anchor href={site.links.cv} className="button">
              {cv}
            </Anchor>
          )}
        </div>
      </div>
      <Section heading={education.heading}>
        <ul>
          {education.items.map((item, index) => (
            <li key={index} className="border-t border-line py-3 text-lg">
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-8">
          <Link to={href("/programs")} className="link">
            {back}
          </Link>
        </p>
      </Section>
    </main>
  );
}
