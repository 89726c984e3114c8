import { href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { clientListShape, type Client } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { LinkedRow, RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { formatMoney } from "#app/values/money.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import type { Route } from "./+types/clients";
import { load } from "./load.server.ts";

export const handle = { title: "Clients" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, clientListShape);
  const by = currentAdministrator(context);
  return load("Failed to load clients.", async () => ({
    list,
    clients: await listClients(getDb(), by, list),
  }));
}

export default function Clients({ loaderData: { list, clients } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Clients">
        <PageLink className="link tall" to={href("/admin/import")}>
          Import
        </PageLink>
      </PageHead>
      <RecordList
        label="Search by name, email or phone"
        noun="client"
        exports="clients"
        list={list}
        shape={clientListShape}
        found={clients}
        empty="No clients yet."
        className={`table cards ${columnsClass}`}
        columns={[{ by: "name" }, "Email and phone", "On file", { by: "open" }, { by: "last" }]}
      >
        {({ email, name, phone, lastContact, ...has }) => (
          <LinkedRow key={email}>
            <td data-place="title" className="wrap-anywhere">
              <Link
                className="link font-semibold"
                data-open=""
                to={href("/admin/clients/:email", { email })}
              >
                {name || email}
              </Link>
            </td>
            <td data-place="parts">
              <span data-place="type" className={emailClass}>
                <EmailLink email={email} />
              </span>
              {phone && (
                <span data-place="side" className="block text-soft">
                  {phone}
                </span>
              )}
            </td>
            <td data-place="state" className="text-soft">
              {whatTheyHave(has)}
            </td>
            <td data-place="amount">
              <Open of={has} />
            </td>
            <td
              data-place="note"
              className="whitespace-nowrap text-soft [&>time]:first-letter:uppercase"
            >
              {lastContact ? <When at={lastContact} /> : <span className="max-xl:hidden">–</span>}
            </td>
          </LinkedRow>
        )}
      </RecordList>
    </>
  );
}

const columnsClass = "md:max-xl:[&_tr]:grid-cols-[minmax(0,1fr)_15rem_10rem]";

const emailClass = "block text-soft [&>a]:text-soft [&>a]:no-underline [&>a]:hover:underline";

type OpenParts = Pick<Client, "toAnswer" | "waiting" | "owed" | "overdue">;

function Open({ of }: { of: OpenParts }) {
  const [first, ...others] = openParts(of);
  if (!first) return <span className="text-soft max-xl:hidden">–</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Badge tone={first.tone}>{first.text}</Badge>
      {others.map(({ text, tone }) => (
        <span key={text} className="max-xl:hidden">
          <Badge tone={tone}>{text}</Badge>
        </span>
      ))}
      {others.length > 0 && (
        <span className="text-soft xl:hidden">
          +{others.length}
          <span className="sr-only"> more</span>
        </span>
      )}
    </span>
  );
}

const openParts = ({ toAnswer, waiting, owed, overdue }: OpenParts) => [
  ...(overdue > 0 ? [{ tone: "bad", text: `${formatMoney(overdue)} overdue` } as const] : []),
  ...(toAnswer > 0
    ? [{ tone: "waiting", text: `${formatCount(toAnswer)} to answer` } as const]
    : []),
  ...(waiting > 0
    ? [{ tone: "waiting", text: `${countOf(waiting, "quote")} waiting` } as const]
    : []),
  ...(owed > overdue
    ? [{ tone: "waiting", text: `${formatMoney(owed - overdue)} owed` } as const]
    : []),
];

function whatTheyHave({
  messages,
  quotes,
  exams,
  appointments,
  invoices,
}: Pick<Client, "messages" | "quotes" | "exams" | "appointments" | "invoices">): string {
  return [
    quotes > 0 && countOf(quotes, "quote"),
    appointments > 0 && countOf(appointments, "appointment"),
    exams > 0 && countOf(exams, "exam"),
    invoices > 0 && countOf(invoices, "invoice"),
    messages > 0 && countOf(messages, "message"),
  ]
    .flatMap((part) => (part ? [part.replaceAll(" ", "\u00a0")] : []))
    .join(", ");
}
