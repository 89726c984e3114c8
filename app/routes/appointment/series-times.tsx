import { href } from "react-router";
import { content } from "#app/content/content.ts";
import type { ShownAppointment } from "#app/features/diary/public-appointment.ts";
import { momentIn } from "#app/features/diary/public-wording.ts";

type Props = Pick<ShownAppointment, "series"> & { zone: string };

/** Only the owner ends the whole series. */
export function SeriesTimes({ series, zone }: Props) {
  if (series.length === 0) return null;
  const subject = encodeURIComponent("To end my sessions");
  return (
    <section aria-labelledby="series" className="mt-8">
      <h2 id="series" className="display-4">
        Your other sessions
      </h2>
      <ul className="mt-2">
        {series.map(({ startsAt, token }) => (
          <li key={token}>
            <a className="link tall" href={href("/appointments/:token", { token })}>
              {momentIn(zone, startsAt)}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Would you like to stop?{" "}
        <a
          className="link tall"
          href={`mailto:${content().site.email}?subject=${subject}`}
          target="_top"
        >
          Ask me to end them
        </a>
      </p>
    </section>
  );
}
