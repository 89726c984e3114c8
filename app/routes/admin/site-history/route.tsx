import { href, Link, useNavigation } from "react-router";
import {
  documentLabels,
  historyList,
  listPublications,
} from "#app/features/site-content/history/queries.server.ts";
import {
  historyToastsFor,
  type HistoryState,
  isHistoryIntent,
} from "#app/features/site-content/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { Pager, NothingFound } from "#app/ui/admin/list.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { HistoryAnswer, HistoryFilter, HistoryList } from "./parts.tsx";
import type { Route } from "./+types/route";
import { answerHistory } from "./actions.server.ts";

export const handle = { title: "Site history" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, historyList);
  const shown = { list, documents: documentLabels() };
  try {
    const entries = await listPublications(getDb(), currentAdministrator(context), list);
    return { ...shown, entries };
  } catch (error) {
    log.error({ err: error }, "site history not loaded");
    return { ...shown, entries: null };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerHistory(request, currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  if (!isHistoryIntent(intent)) return serverAction();
  let answer: HistoryState | undefined;
  const send = async () => (answer = (await serverAction()) as unknown as HistoryState);
  return withToasts<HistoryState>(
    send,
    historyToastsFor(intent, () => answer?.publication),
  );
}

export const shouldRevalidate = reloadAfterAnswer;

export default function SiteHistory({
  loaderData: { list, documents, entries },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <BackLink to={href("/admin/site")}>Site</BackLink>
      <h1 className="display-3 mb-5">Site history</h1>
      <HistoryAnswer answer={actionData} />
      {entries === null && (
        <LoadFailed href={href("/admin/site/history")}>Failed to load the history.</LoadFailed>
      )}
      {entries && (entries.total > 0 || isNarrowed(list)) && (
        <HistoryFilter list={list} documents={documents} total={entries.total} />
      )}
      {entries?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList
            hint={
              <>
                Every version that you publish is kept here, and can be put back.{" "}
                <Link className="link" to={href("/admin/site")}>
                  Choose a page to edit
                </Link>
              </>
            }
          >
            Nothing published yet. Visitors still see the sample words.
          </EmptyList>
        ))}
      {entries && <HistoryList entries={entries.rows} busy={busy} />}
      {entries && <Pager page={entries.page} total={entries.total} />}
    </>
  );
}
