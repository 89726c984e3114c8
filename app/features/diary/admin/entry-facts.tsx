import { href, Link } from "react-router";
import { type Entry, isUpcoming, lengthOf } from "#app/features/diary/model.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { Fact } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";

type EntryNotesProps = {
  entry: Entry;
  /** The client's link; null where nobody has one. */
  link: string | null;
};

export function EntryFacts({ entry }: { entry: Entry }) {
  const { clientName, clientEmail, student, phone, price } = entry;
  const { place, placeDetails, kind, createdAt, cancelledAt, cancelledBy, cancelledLate } = entry;
  const minutes = lengthOf(entry);
  return (
    <section aria-label="Facts">
      <dl className="border-t border-line">
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
            <Fact term="Length">{minutes === null ? "" : `${minutes} minutes`}</Fact>
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
    </section>
  );
}

/** What was written about it, and the client's link. */
export function EntryNotes({ entry, link }: EntryNotesProps) {
  const { note, ownerNote } = entry;
  if (!note && !ownerNote && !link) return null;
  return (
    <div className="flex flex-col gap-6">
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

function Note({ heading, children }: { heading: string; children: string }) {
  return (
    <section>
      <h2 className="display-3 mb-1">{heading}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  );
}
