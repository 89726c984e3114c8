import { href, Link, useNavigation } from "react-router";
import { HistoryAnswer } from "#app/features/site-content/history/history-answer.tsx";
import { HistoryFilter } from "#app/features/site-content/history/history-filter.tsx";
import { HistoryList } from "#app/features/site-content/history/history-list.tsx";
import {
  documentLabels,
  historyList,
  listPublications,
} from "#app/features/site-content/history/queries.server.ts";
import {
  historyToastsFor,
  type HistoryState,
  isHistoryIntent,
} from "#app/features/site-content/history/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/site-history";
import { currentAdministrator } from "./administrator.server.ts";
import { answerHistory } from "./site-history-actions.server.ts";

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
