import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { fileSize } from "#app/values/wording.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { isShown, linkTo } from "#app/content/visibility.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { IntroPicture, Onward, PageIntro, Section } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.director);

export default function MusicDirectorPianist() {
  const { director, site, cv: document } = content();
  const { heading, picture, bio, ask, works, education, cv, back } = director;
  const contact = linkTo(pages.home, "contact");
  return (
    <main>
      <div className="pb-8">
        <PageIntro heading={heading} wide aside={<IntroPicture {...picture} shape="landscape" />}>
          {bio.map((paragraph, index) => (
            <p key={index}>{linked(paragraph)}</p>
          ))}
          <p className="grid flex-wrap gap-3 sm:flex">
            {contact && (
              <Link to={contact} className="button">
                {ask}
              </Link>
            )}
            {document ? (
              <a href={href("/cv.pdf")} className="button quiet" download>
                {`${cv} (PDF, ${fileSize(document.size)})`}
              </a>
            ) : (
              site.links.cv && (
                <Anchor href={site.links.cv} className="button quiet">
                  {cv}
                </Anchor>
              )
            )}
          </p>
        </PageIntro>
      </div>
      {works.items.length > 0 && (
        <Section heading={works.heading} raised>
          <ul>
            {works.items.map(({ title, text, facts }, index) => (
              <li
                key={index}
                className="grid gap-x-10 gap-y-1 border-t border-brass py-6 lg:grid-cols-[1fr_1.2fr]"
              >
                <h3 className="font-display text-3xl italic">{title}</h3>
                <p className="text-soft">
                  {facts && <span className="block text-ink">{facts}</span>}
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section heading={education.heading}>
        <ul>
          {education.items.map((item, index) => (
            <li key={index} className="border-t border-line py-3 text-lg">
              {item}
            </li>
          ))}
        </ul>
      </Section>
      {/* Aligned with the second column of the sections. */}
      <div className="wrap pb-8 md:pl-62 lg:pl-88">
        <Onward
          links={[{ name: back, href: isShown(pages.voicePiano) ? href("/programs") : null }]}
        />
      </div>
    </main>
  );
}
