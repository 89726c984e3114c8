import type { ReactNode } from "react";
import { useOutletContext } from "react-router";
import { content } from "#app/content/content.ts";

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
  const { email, whatsapp } = content().site;
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <a className="button" href={`mailto:${email}`} target="_top">
        Email me
      </a>
      <a className="button quiet" href={whatsapp.href} target="_blank" rel="noopener noreferrer">
        WhatsApp {whatsapp.label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
