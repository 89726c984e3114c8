import { data, href } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { ClientHistory, NextDates } from "#app/features/clients/history.tsx";
import { getClientHistory, getNextDates } from "#app/features/clients/queries.server.ts";
import { getClientNotes } from "#app/features/clients/notes.server.ts";
import { InvoicePanel } from "#app/features/invoices/admin/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/invoices/lists.server.ts";
import { findPerson } from "#app/features/privacy/person.server.ts";
import { authorsNamed } from "#app/features/site-content/withdraw-testimonials.server.ts";
import { playingTime } from "#app/features/quotes/kinds.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ClientHeader, NotesForm, PersonData, PackagesSection } from "./parts.tsx";
import type { Route } from "./+types/route";
import { answerClientForms, loadPackages } from "./actions.server.ts";

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

const besideClass = [
  "max-xl:contents xl:row-span-2 xl:flex xl:flex-col xl:gap-8",
  "xl:border-l xl:border-line xl:pl-8",
].join(" ");

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
