import { href, Link } from "react-router";

/** `wish`: `Voice and piano, 60 minutes: any time, until Sun 15 Mar`. */
export type ShownWaiting = { id: string; email: string; wish: string };

export function WaitingSection({ waiting }: { waiting: readonly ShownWaiting[] }) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting-heading" className="flex flex-col gap-4">
      <h2 id="waiting-heading" className="display-3">
        Waiting for a time
      </h2>
      <p className="text-soft">Each gets an email when a time comes free, from 9 am to 8 pm.</p>
      <ul>
        {waiting.map(({ id, email, wish }) => (
          <li key={id} className="border-t border-line py-2 wrap-anywhere">
            <Link className="link tall" to={href("/admin/clients/:email", { email })}>
              {email}
            </Link>
            <span className="block text-soft">{wish}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
