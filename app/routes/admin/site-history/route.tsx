import { href, Link } from "react-router";
import {
  documentLabels,
  historyList,
  listPublications,
} from "#app/features/site-content/history/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { NoRows, Pager } from "#app/ui/admin/list.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { HistoryAnswer, HistoryFilter, HistoryList } from "./parts.tsx";
import type { Route } from "./+types/route";
import {
  getPublication,
  putBackWords,
  undoPublication,
  putBackRefusal,
} from "#app/features/site-content/put-back.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";

export const handle = { title: "Site history" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, historyList);
  const by = currentAdministrator(context);
  return load("Failed to load the history.", async () => ({
    list,
    documents: documentLabels(),
    entries: await listPublications(getDb(), by, list),
  }));
}

export const action = answerForms({
  "put-back": wayBack(putBackWords, {
    not: "Not put back",
    done: "Put back. Visitors see it now.",
    failure: "Failed to put it back. Please try again.",
  }),
  undo: wayBack(undoPublication, {
    not: "Not undone",
    done: "Undone. Visitors see the former text.",
    failure: "Failed to undo. Please try again.",
  }),
});

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function SiteHistory({
  loaderData: { list, documents, entries },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/site")}>Site</BackLink>
      <h1 className="display-3 mb-5">Site history</h1>
      <HistoryAnswer answer={actionData} />
      {(entries.total > 0 || isNarrowed(list)) && (
        <HistoryFilter list={list} documents={documents} total={entries.total} />
      )}
      {entries.total === 0 && (
        <NoRows
          list={list}
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
        </NoRows>
      )}
      <HistoryList entries={entries.rows} />
      <Pager page={entries.page} total={entries.total} />
    </>
  );
}

type Sentences = { not: Parameters<typeof putBackRefusal>[1]; done: string; failure: string };

function wayBack(bringBack: typeof putBackWords, { not, done, failure }: Sentences) {
  return ownerAction({
    failure,
    async run({ db, by, values }) {
      const id = Number(values.publication);
      const outcome = await bringBack(db, by, id);
      if (!outcome.ok) {
        const publication = await getPublication(db, by, id);
        return { ok: false, ...putBackRefusal(outcome, not, publication?.name ?? null) };
      }
      if (!outcome.isNew)
        return {
          ok: false,
          notice: "Nothing to change: visitors see these words already.",
          status: 200,
        };
      return {
        ok: true,
        message: done,
        notice: outcome.warnings.join(" ") || undefined,
        undo: { intent: "undo", publication: String(outcome.publicationId) },
      };
    },
  });
}
