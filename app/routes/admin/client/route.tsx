import { data, href, Form, Link } from "react-router";
import { PageLink, useAccess } from "#app/ui/admin/access.tsx";
import { ClientHistory, NextDates } from "#app/features/clients/history.tsx";
import { getClientHistory, getNextDates } from "#app/features/clients/queries.server.ts";
import { getClientNotes, saveClientNotes } from "#app/features/clients/notes.server.ts";
import { InvoicePanel } from "#app/features/ledger/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/ledger/lists.server.ts";
import { findPerson, erasedNotice, erasureSchema } from "#app/features/privacy/person.server.ts";
import {
  authorsNamed,
  listTestimonialAuthors,
  withdrawTestimonials,
} from "#app/features/site-publishing/withdraw-testimonials.server.ts";
import { playingTime } from "#app/features/quotes/pricing.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { notesSchema, type ClientNotes } from "#app/features/clients/model.ts";
import { deleteMailchimpMember } from "#app/features/newsletter/commands.server.tsx";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { countsInWords } from "#app/features/privacy/removal.server.ts";
import { testimonialTick, retentionInWords } from "#app/features/privacy/retention.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import {
  endPackage,
  giveCredit,
  sellPackage,
  listPackages,
} from "#app/features/packages/sales.server.ts";
import { saleSchema } from "#app/features/packages/model.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import { answerForms, formAction, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { usePostedForm, SubmitButton } from "#app/ui/admin/form.tsx";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { ClientHeader, PackagesSection } from "./parts.tsx";
import type { Route } from "./+types/route";

async function loadPackages(by: Administrator, email: string) {
  const db = getDb();
  return {
    packages: await listPackages(db, by, email),
    offers: (await readPrices(db)).coachingPackages,
    refusal: issuingRefusal(await getBusinessDetails(db)),
    formKey: crypto.randomUUID(),
    today: melbourneDay(new Date()),
  };
}

/** The form that erases sends no intent. */
const answerClientForms = (email: string) =>
  answerForms<FormState>(
    {
      notes: formAction({
        schema: notesSchema,
        failure: "Failed to save the notes. Please try again in a moment.",
        async run({ db, by, input }) {
          const outcome = await saveClientNotes(db, by, email, input);
          if (outcome === "saved") return { ok: true, message: "Phone and notes saved." };
          return {
            ok: false,
            message:
              "Not saved: the notes were changed in another tab. Reload the page to see them, then add yours.",
          };
        },
      }),
      erase: ownerAction({
        schema: erasureSchema(email),
        failure: "Failed to delete client data. Please try again.",
        async run({ db, by, form }) {
          const found = await findPerson(db, by, email);
          if (!found.person) return { ok: false, message: found.reason, status: 422 };
          const authors = await listTestimonialAuthors(db, by);
          for (const author of authors.filter((name) => form.has(testimonialTick(name)))) {
            const withdrawn = await withdrawTestimonials(db, by, author);
            if (!withdrawn.ok) return { ok: false, message: notErased };
          }
          const outcome = await erasePerson(db, by, found.person, { deleteMailchimpMember });
          const notice = erasedNotice(countsInWords(outcome.erased), {
            quotes: outcome.keptQuotes,
            invoices: outcome.keptInvoices,
          });
          return { ok: true, message: "Client data deleted.", notice };
        },
      }),
      "sell-package": ownerAction({
        schema: saleSchema,
        failure: `${notSold} Please try again in a moment.`,
        async run({ db, by, input: { offer, expiresOn, ...input }, values }) {
          const { names } = await getClientHistory(db, by, email);
          const paidBy = paymentMethods.find((known) => known === input.paidBy) ?? null;
          const sale = { buyerName: names[0] ?? "", buyerEmail: email, offer, expiresOn, paidBy };
          const sold = await sellPackage(db, by, sale, guardOf(values).key);
          if (sold.ok) return { ok: true, message: "Package sold." };
          if (sold.reason === "over")
            return { ok: false, errors: { expiresOn: "Choose a day to come." } };
          return { ok: false, message: `${notSold} ${reasons[sold.reason]}` };
        },
      }),
      "give-credit": changeAction(giveCredit, "One session more.", "The session isn't added."),
      "end-package": changeAction(endPackage, "Package ended.", "The package isn't ended."),
    },
    () => "erase",
  );

const notErased =
  "Failed to withdraw a testimonial, so no client data was deleted. Please try again.";

const notSold = "The package isn't sold.";

const reasons = {
  changed: "It has changed in the meantime: here's how it stands now.",
  "not-found": "It's no longer there.",
  off: "Invoicing is off.",
  incomplete: "Your business details aren't complete yet.",
};

function changeAction(change: typeof giveCredit, done: string, not: string) {
  return ownerAction({
    failure: `${not} Please try again in a moment.`,
    async run({ db, by, values }) {
      const changed = await change(db, by, { id: values.id ?? "", left: Number(values.left) });
      if (changed.ok) return { ok: true, message: done };
      const status = changed.reason === "changed" ? 409 : 404;
      return { ok: false, message: `${not} ${reasons[changed.reason]}`, status };
    },
  });
}

export const handle = { title: "Client" };

export async function loader({ params: { email }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  try {
    const found = await findPerson(db, by, email);
    const history = await getClientHistory(db, by, email);
    const client = {
      ...history,
      authors: await authorsNamed(db, by, history.names),
      notes: await getClientNotes(db, by, email),
      dates: await getNextDates(db, by, email, playingTime),
      panel: await getInvoicesPanel(db, by, { email }),
      sales: await loadPackages(by, email),
    };
    return data({ email, client, refused: found.person ? null : found.reason });
  } catch (error) {
    log.error({ err: error }, "client not loaded");
    return data({ email, client: null, refused: null }, 503);
  }
}

export const action = (args: Route.ActionArgs) => answerClientForms(args.params.email)(args);

export const clientAction = showAnswer<FormState>;

export const shouldRevalidate = reloadAfterAnswer;

const besideClass =
  "max-xl:contents xl:row-span-2 xl:flex xl:flex-col xl:gap-8 " +
  "xl:border-l xl:border-line xl:pl-8";

export default function ClientPage({
  loaderData: { email, client, refused },
  actionData,
}: Route.ComponentProps) {
  const answered = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  const erasure = answered("erase");
  const said = actionData?.ok ? actionData.notice : actionData?.message;
  const personData = (
    <PersonData
      key={String(erasure?.ok)}
      email={email}
      authors={client?.authors ?? []}
      refused={refused}
      posted={erasure}
    />
  );
  return (
    <article className="flex flex-col gap-8">
      <div>
        <BackLink to={href("/admin/clients")}>Back to Clients</BackLink>
        <ClientHeader email={email} client={client} />
      </div>
      {said && <FormMessage ok={actionData!.ok}>{said}</FormMessage>}
      {client ? (
        <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr]">
          <section className="min-w-0">
            <ClientHistory entries={client.entries} />
          </section>
          <div className={besideClass}>
            <div className="flex min-w-0 flex-col gap-8 max-xl:order-first">
              <section>
                <h2 className="display-3 mb-2">Next dates</h2>
                <NextDates dates={client.dates} email={email} />
              </section>
              <PackagesSection {...client.sales} posted={answered("sell-package")} />
              <InvoicePanel
                panel={client.panel}
                all={`${href("/admin/money")}?${new URLSearchParams({ show: "all", q: email })}`}
              >
                <PageLink
                  className="link tall no-print self-start"
                  to={`${href("/admin/money/new")}?${new URLSearchParams({ client: email })}`}
                >
                  New invoice
                </PageLink>
                <PageLink
                  className="link tall no-print self-start"
                  to={href("/admin/clients/:email/statement", { email })}
                >
                  Statement of account
                </PageLink>
              </InvoicePanel>
            </div>
            <div className="min-w-0">
              <NotesForm
                key={client.notes.updatedAt}
                saved={client.notes}
                posted={answered("notes")}
              />
            </div>
          </div>
          <div className="min-w-0">{personData}</div>
        </div>
      ) : (
        <>
          <LoadFailed href={href("/admin/clients/:email", { email })}>
            Failed to load this client.
          </LoadFailed>
          {personData}
        </>
      )}
    </article>
  );
}

type NotesFormProps = { saved: ClientNotes; posted: FormState | undefined };

function NotesForm({ saved, posted }: NotesFormProps) {
  const { form, summary, field } = usePostedForm(notesSchema, posted);
  return (
    <Form {...form} className="flex flex-col gap-4">
      <h2 className="display-3">Phone and notes</h2>
      {summary}
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="updatedAt" value={saved.updatedAt ?? ""} />
      <Field
        {...field("phone", saved.phone)}
        label="Phone"
        type="tel"
        autoComplete="off"
        optional
      />
      <TextField
        {...field("notes", saved.notes)}
        label="Notes"
        rows={3}
        optional
        hint="Clients never see these."
      />
      <SubmitButton className="button quiet self-start" busy="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

type PersonDataProps = {
  email: string;
  /** Of testimonials that may be this client's. */
  authors: readonly string[];
  refused: string | null;
  posted: FormState | undefined;
};

const testimonials = href("/admin/site/:document", { document: "testimonials" });

function PersonData({ email, authors, refused, posted }: PersonDataProps) {
  if (!useAccess().isOwner) return null;
  if (refused) {
    return (
      <section className="no-print mt-4 border-t border-line pt-6">
        <h2 className="display-3 mb-2">Personal data</h2>
        <p className="measure">{refused}</p>
      </section>
    );
  }
  return (
    <section className="no-print mt-4 border-t border-line pt-6">
      <h2 className="display-3 mb-2">Personal data</h2>
      <p className="measure mb-4">Download everything you hold about this client.</p>
      {/* Not a router form: the browser downloads the file. */}
      <form method="post" action={href("/admin/clients/:email/export", { email })}>
        <button type="submit" className="button quiet">
          Download
        </button>
      </form>
      <details className="mt-6" open={posted?.errors !== undefined}>
        <summary className="link w-fit cursor-pointer py-2">Delete client data</summary>
        <Form
          method="post"
          className="measure mt-2 flex flex-col items-start gap-4 border-l-4 border-danger bg-raised p-4"
        >
          <p>
            This deletes their messages, appointments, bookings, emails, newsletter subscription and
            open quotes for good; it can't be undone. The times of appointments to come are free
            again, and nobody is told. Accepted quotes, invoices and payments stay for{" "}
            {retentionInWords.invoice} for tax, but their public pages come down. Bank lines that
            pay no invoice go after {retentionInWords.bankLine}. Existing backups still contain this
            client until they are overwritten.
          </p>
          {authors.length > 0 && (
            <fieldset>
              <legend>Tick what's theirs in your testimonials, to withdraw it for good:</legend>
              {authors.map(testimonialTick).map((name, index) => (
                <TickField
                  key={name}
                  id={`testimonial-${index}`}
                  name={name}
                  defaultChecked={posted?.values?.[name] !== undefined}
                >
                  {authors[index]}
                </TickField>
              ))}
            </fieldset>
          )}
          <p>
            Are they in your testimonials{authors.length > 0 && " by another name"}?{" "}
            <Link className="link" to={`${testimonials}#withdraw`}>
              Withdraw those there
            </Link>
            .
          </p>
          <Field
            name="address"
            label="Type the client's email to confirm"
            autoComplete="off"
            defaultValue={posted?.values?.address}
            error={posted?.errors?.address}
          />
          <SubmitButton loading="Deleting..." busy="Deleting...">
            Delete for good
          </SubmitButton>
        </Form>
      </details>
    </section>
  );
}
