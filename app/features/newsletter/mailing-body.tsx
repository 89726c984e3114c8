import { Fragment, type ReactNode } from "react";
import { href } from "react-router";
import { origin } from "#app/document/origin.ts";
import { brokenLines } from "#app/features/email/email-parts.tsx";
import { blocksOf, type MailingPicture, type MailingText, pictureFile } from "./mailing.ts";

const absolute = (url: string) => (url.startsWith("/") ? origin() + url : url);

/** How an email or a page draws the parts of the text. */
export type MailingParts = {
  Heading: (props: { children: ReactNode }) => ReactNode;
  Paragraph: (props: { children: ReactNode }) => ReactNode;
  Link: (props: { href: string; children: ReactNode }) => ReactNode;
  Picture: (props: { src: string; alt: string; width: number; height: number }) => ReactNode;
  Button: (props: { href: string; children: string }) => ReactNode;
};

type Props = { mailing: MailingText; picture: MailingPicture | null; parts: MailingParts };

/** The one renderer of email, text part, preview and archive. */
export function MailingBody({ mailing, picture, parts: draw }: Props) {
  const { body, pictureAlt, buttonLabel, buttonUrl } = mailing;
  return (
    <>
      {picture && (
        <draw.Picture
          src={`${origin()}${href("/email/pictures/:file", { file: pictureFile(picture) })}`}
          alt={pictureAlt}
          width={picture.width}
          height={picture.height}
        />
      )}
      {blocksOf(body).map(({ kind, parts }, index) => {
        const Block = kind === "heading" ? draw.Heading : draw.Paragraph;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the blocks never move
          <Block key={index}>
            {parts.map(({ text, url }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- nor do their parts
              <Fragment key={at}>
                {url ? <draw.Link href={absolute(url)}>{text}</draw.Link> : brokenLines(text)}
              </Fragment>
            ))}
          </Block>
        );
      })}
      {buttonLabel && buttonUrl && (
        <draw.Button href={absolute(buttonUrl)}>{buttonLabel}</draw.Button>
      )}
    </>
  );
}
