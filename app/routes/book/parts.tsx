import { type ReactNode, useContext } from "react";
import { href, useOutletContext } from "react-router";
import { content } from "#app/content/content.ts";
import { ownNumber } from "#app/content/own-number.ts";
import { InlineHeadContext } from "#app/document/inline-head.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { Unavailable } from "./load.server.ts";

export const useIsFramed = () => useOutletContext<boolean>();

/** `back`: the page that this one was chosen from. */
export function BookPage({
  heading,
  back,
  intro,
  children,
}: {
  heading: string;
  back?: { url: string; name: string } | undefined;
  intro?: ReactNode;
  children: ReactNode;
}) {
  const isFramed = useIsFramed();
  return (
    <main
      className={`wrap max-w-3xl! ${isFramed ? "flex grow flex-col pt-6 pb-8" : "pt-10 pb-16"}`}
    >
      {back && (
        <p className="mb-3 pointer-coarse:-mt-2.5 pointer-coarse:mb-0.5">
          <a className="link tall text-base" href={back.url}>
            <span aria-hidden="true">← </span>
            {back.name}
          </a>
        </p>
      )}
      <h1 className={isFramed ? "display-3" : "display-2"}>{heading}</h1>
      {intro && <div className="mt-2 text-lg text-soft">{intro}</div>}
      {children}
    </main>
  );
}

/** `grows` fills the remaining height: few rows would leave a hole in a frame. */
export function Choice({
  url,
  name,
  facts,
  price,
  grows = false,
}: {
  url: string;
  name: string;
  facts: string;
  price: string;
  grows?: boolean;
}) {
  return (
    <li className={`border-b border-line ${grows ? "flex max-h-40 grow" : ""}`}>
      <a
        href={url}
        className={
          "grid grow grid-cols-[1fr_auto] content-center items-baseline gap-x-6 py-5 " +
          "hover:text-accent"
        }
      >
        <span className="display-3 font-display">{name}</span>
        <span className="display-3 font-display tabular-nums">
          {price}{" "}
          <span aria-hidden="true" className="text-accent">
            →
          </span>
        </span>
        <span className="col-span-full text-soft">{facts}</span>
      </a>
    </li>
  );
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-6 border-l-4 border-brass bg-raised p-4">
      {children}
    </p>
  );
}

export function AskInstead() {
  const { email } = content().site;
  const number = ownNumber();
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <a className="button" href={`mailto:${email}`} target="_top">
        Email me
      </a>
      {number && (
        <a className="button quiet" href={number.href} target="_blank" rel="noopener noreferrer">
          {number.name} {number.label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </p>
  );
}

/** `typed`: the sent form, which can be sent again. */
export function NotShownPage({ state, typed }: Unavailable & { typed?: FormState["values"] }) {
  if (state === "failed")
    return (
      <BookPage heading="The calendar isn't answering">
        <p className="measure mt-4 text-lg">
          {typed && "It isn't booked yet, but what you've typed is kept. "}
          Please try again in a moment, or write to me and I'll find us a time.
        </p>
        {typed && (
          <form method="post" className="mt-6">
            {Object.entries(typed).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="button">
              Try again
            </button>
          </form>
        )}
        <AskInstead />
      </BookPage>
    );
  return (
    <BookPage heading="I can't find that session">
      <p className="measure mt-4 text-lg">
        It may have been renamed, or I no longer offer it. Here is everything you can book.
      </p>
      {typed && <Typed values={typed} />}
      <p className="mt-6">
        <a className="button" href={href("/book")}>
          Book a session
        </a>
      </p>
    </BookPage>
  );
}

const typedNames = ["name", "email", "student", "address", "phone", "note"];

function Typed({ values }: { values: NonNullable<FormState["values"]> }) {
  return (
    <section aria-labelledby="typed" className="mt-6 border-l-4 border-brass bg-raised p-4">
      <h2 id="typed" className="font-sans font-semibold tracking-normal">
        It isn't booked. This is what you've typed:
      </h2>
      {typedNames.map((name) => (
        <p key={name} className="wrap-anywhere whitespace-pre-line">
          {values[name]}
        </p>
      ))}
    </section>
  );
}

/** `times`: reloads the page with the visitor's zone. `links`: adds it to the links above. */
export function ZoneDetection({ shows }: { shows: "times" | "links" }) {
  const { nonce, zoneScript } = useContext(InlineHeadContext) ?? {};
  return (
    <script
      nonce={nonce}
      data-shows={shows}
      dangerouslySetInnerHTML={{ __html: zoneScript ?? "" }}
    />
  );
}
