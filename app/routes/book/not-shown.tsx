import { href } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { NotShown } from "./load.server.ts";
import { AskInstead, BookPage } from "./parts.tsx";

/** `typed`: the sent form, which can be sent again. */
export function NotShownPage({ state, typed }: NotShown & { typed?: FormState["values"] }) {
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
      <h2 id="typed" className="font-semibold">
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
