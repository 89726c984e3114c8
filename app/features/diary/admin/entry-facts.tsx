import { useRef, useState } from "react";
import { Form, href, Link } from "react-router";
import { type Entry, isUpcoming, lengthOf } from "#app/features/diary/model.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { TickField } from "#app/ui/fields.tsx";
import { formatMoney } from "#app/values/money.ts";

export function EntryFacts({ entry }: { entry: Entry }) {
  const { title, clientName, clientEmail, student, phone, price } = entry;
  const { place, placeDetails, kind, cancelledAt, cancelledBy, cancelledLate } = entry;
  if (kind !== "appointment" && !cancelledAt) return null;
  const minutes = lengthOf(entry);
  const joinUrl = place === "online" && /^https:\/\/\S+$/.test(placeDetails) ? placeDetails : null;
  const length = minutes === null ? "–" : `${minutes} minutes`;
  return (
    <section aria-label="Facts">
      <FactLines isPaired>
        {kind === "appointment" && (
          <>
            {student && <Fact term="Student">{student}</Fact>}
            {(clientEmail || student) && (
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
            )}
            <Fact term="Email">{clientEmail && <EmailLink email={clientEmail} />}</Fact>
            {phone && (
              <Fact term="Phone">
                <a className="link" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                  {phone}
                </a>
              </Fact>
            )}
            <Fact term="Where">
              {[place && placeLabels[place], !joinUrl && placeDetails].filter(Boolean).join("\n")}
              {joinUrl && (
                <>
                  {" · "}
                  <a className="link" href={joinUrl}>
                    Join
                  </a>
                  <span className="block text-soft">{joinUrl}</span>
                </>
              )}
            </Fact>
            {!title.includes(length) && <Fact term="Length">{length}</Fact>}
            <Fact term="Price">
              {price === null ? "" : price === 0 ? "Free" : formatMoney(price)}
            </Fact>
          </>
        )}
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

/** The client's note is shown in the header. */
export function EntryNote({ entry: { ownerNote } }: { entry: Entry }) {
  if (!ownerNote) return null;
  return (
    <section>
      <h2 className="display-3 mb-1">Your note</h2>
      <p className="whitespace-pre-line wrap-anywhere">{ownerNote}</p>
    </section>
  );
}

export function EntryLink({ entry, link, busy }: { entry: Entry; link: string; busy: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    field.current!.select();
    setIsCopied(document.execCommand("copy"));
  };
  return (
    <>
      <div className="flex flex-col gap-1.5 text-base text-soft">
        <label htmlFor="client-link">Your client's link</label>
        <div className="flex gap-2">
          <input
            ref={field}
            id="client-link"
            readOnly
            value={link}
            className="input min-w-0 text-ellipsis"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button type="button" className="button quiet px-4! noscript:hidden" onClick={copy}>
            {isCopied ? "Copied" : "Copy"}
            <span className="sr-only"> your client's link</span>
          </button>
        </div>
        <p role="status" className="sr-only">
          {isCopied && "Link copied"}
        </p>
        <p>
          {isUpcoming(entry) ? "They can move or cancel there." : "They can look it up there."} Copy
          it into a message if the email got lost.
        </p>
      </div>
      {!entry.spamReason && (
        <OpenedForm key={entry.version} label="Make a new link" isOpen={false}>
          <Form method="post" className="flex flex-col items-start gap-3" preventScrollReset>
            <input type="hidden" name="version" value={entry.version} />
            <p>The link above stops working, whoever has it.</p>
            {entry.clientEmail && isUpcoming(entry) && (
              <TickField name="emailsLink" defaultChecked>
                Email your client the new one
              </TickField>
            )}
            <button name="intent" value="new-link" disabled={busy} className="button">
              Make a New Link
            </button>
          </Form>
        </OpenedForm>
      )}
    </>
  );
}
