import { href, Link } from "react-router";
import { type Entry, isUpcoming, lengthOf } from "#app/features/diary/model.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";

export function EntryFacts({ entry }: { entry: Entry }) {
  const { clientName, clientEmail, student, phone, price } = entry;
  const { place, placeDetails, kind, createdAt, cancelledAt, cancelledBy, cancelledLate } = entry;
  const minutes = lengthOf(entry);
  return (
    <section aria-label="Facts">
      <FactLines>
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
      </FactLines>
    </section>
  );
}

/** What was written about it. */
export function EntryNotes({ entry: { note, ownerNote } }: { entry: Entry }) {
  if (!note && !ownerNote) return null;
  return (
    <div className="flex flex-col gap-6">
      {note && <Note heading="Client's note">{note}</Note>}
      {ownerNote && <Note heading="Your note">{ownerNote}</Note>}
    </div>
  );
}

export function EntryLink({ entry, link }: { entry: Entry; link: string }) {
  return (
    <label className="flex flex-col gap-1.5 text-base text-soft">
      Your client's link
      <input
        readOnly
        value={link}
        className="input"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {isUpcoming(entry) ? "It's where they can move or cancel." : "It's where they see it."} Copy
      it into a message if the email got lost.
    </label>
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
