import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { appointmentNotFoundMessage } from "#app/features/diary/public-wording.ts";
import type { Missing } from "./load.server.ts";

/** In place of an appointment that there is not, or that can't be read just now. */
export function MissingAppointment({ state }: Missing) {
  const { email } = content().site;
  const isUnknown = state === "not-found";
  return (
    <main className="wrap flex max-w-3xl! flex-col items-start gap-5 py-12">
      <h1 className="display-2">
        {isUnknown ? "I can't find that appointment" : "This isn't working right now"}
      </h1>
      <p className="measure text-lg">
        {isUnknown ? appointmentNotFoundMessage : "Please try again in a moment."}
      </p>
      <p>
        <a className="link wrap-anywhere" href={`mailto:${email}`} target="_top">
          {email}
        </a>
      </p>
      <p>
        <a className="button" href={href("/")} target="_top">
          Back to Home
        </a>
      </p>
    </main>
  );
}
