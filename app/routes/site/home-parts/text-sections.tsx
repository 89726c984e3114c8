import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { CardLink } from "#app/ui/card-link.tsx";
import { Divider, Points, Section } from "#app/ui/section.tsx";

export function Expertise() {
  const { heading, cards, link } = content().home.expertise;
  return (
    <Section heading={heading}>
      <ul>
        {cards.map(({ title, text }, index) => (
          <li
            key={index}
            className="group relative items-baseline gap-x-10 border-t border-brass pb-8 pt-5 md:grid-cols-2 lg:grid"
          >
            <h3 className="display-3">
              <CardLink href={href("/coaching")}>{title}</CardLink>
            </h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <Link to={href("/coaching")} className="link">
        {link}
      </Link>
    </Section>
  );
}

export function Why() {
  const { heading, points } = content().home.why;
  return (
    <Section heading={heading} raised>
      <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {points.map(({ title, text }, index) => (
          <li key={index}>
            <h3 className="display-3">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Audience() {
  const { heading, cards } = content().home.audience;
  return (
    <>
      <Divider />
      <Section heading={heading}>
        <Points points={cards} />
      </Section>
    </>
  );
}
