import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { type Entry, isUpcoming } from "#app/features/diary/model.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";

type EntryFactsProps = {
  entry: Entry;
  /** The client's link; null where nobody has one. */
  link: string | null;
};

export function EntryFacts({ entry, link }: EntryFactsProps) {
  const { clientName, clientEmail, student, phone, note, ownerNote, price } = entry;
  const { place, placeDetails, kind, createdAt, cancelledAt, cancelledBy, cancelledLate } = entry;
  const minutes = Math.round((entry.endsAt.getTime() - entry.startsAt.getTime()) / 60_000);
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {kind === "appointment" && (
          <>
            <Fact term="Client">
              {clientEmail ? (
                <Link
                  className="link"
                  to={href("/admin/clients/:email", { email: clientEmail.toLowerCase() })}
                >
                  {clientName || clientEmail}
                </Link>
              ) : (
                clientName
              )}
            </Fact>
            <Fact term="Email">{clientEmail && <EmailLink email={clientEmail} />}</Fact>
            {student && <Fact term="Student">{student}</Fact>}
            {phone && (
              <Fact term="Phone">
                <a className="link" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                  {phone}
                </a>
              </Fact>
            )}
            <Fact term="Where">
              {[place && placeLabels[place], placeDetails].filter(Boolean).join("\n")}
            </Fact>
            <Fact term="Length">{minutes} minutes</Fact>
            <Fact term="Price">
              {price === null ? "" : price === 0 ? "Free" : formatMoney(price)}
            </Fact>
          </>
        )}
        <Fact term="Entered">
          <When at={createdAt} />
        </Fact>
        {cancelledAt && (
          <Fact term={entry.declined ? "Declined" : "Cancelled"}>
            <When at={cancelledAt} />
            {cancelledBy && ` by ${cancelledBy === "client" ? "the client" : "you"}`}
            {cancelledLate && <span className="font-semibold text-danger"> (late)</span>}
          </Fact>
        )}
      </dl>
      {note && <Note heading="Client's note">{note}</Note>}
      {ownerNote && <Note heading="Your note">{ownerNote}</Note>}
      {link && (
        <label className="flex flex-col gap-1.5">
          <span className="font-semibold">Your client's link</span>
          <input
            readOnly
            value={link}
            className="input"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <span className="text-base text-soft">
            {isUpcoming(entry) ? "There they can move or cancel it." : "There they see it."} Copy it
            into a message if the email got lost.
          </span>
        </label>
      )}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-2">
      <dt className="text-base text-soft">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}

function Note({ heading, children }: { heading: string; children: string }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold">{heading}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  );
}
