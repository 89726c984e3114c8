import { href, Link, Form } from "react-router";
import {
  documentLabels,
  historyList,
  listPublications,
  type PublicationEntry,
  type DiffPart,
  type ShownPicture,
  type WordChange,
} from "#app/features/site-publishing/history.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { isNarrowed, readListQuery, type ListQuery } from "#app/ui/admin/list-query.ts";
import { NoRows, Pager } from "#app/ui/admin/list.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import {
  getPublication,
  putBackWords,
  undoPublication,
  putBackRefusal,
} from "#app/features/site-publishing/commands.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Filter, useListForm } from "#app/ui/admin/list-tools.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { longInstant } from "#app/values/calendar.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { Route } from "./+types/route";

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

type FilterProps = {
  list: ListQuery;
  documents: Readonly<Record<string, string>>;
  total: number;
};

function HistoryFilter({ list, documents, total }: FilterProps) {
  const form = useListForm((name) => list.filters[name] ?? "");
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 xl:max-w-3xl">
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3" {...form}>
        <Filter name="document" label="Page" list={list} of={documents} />
        <button
          type="submit"
          className="button quiet min-h-11! px-4! [@media(scripting:enabled)]:not-focus:sr-only"
        >
          Show
        </button>
      </Form>
      <p role="status" className="text-base text-soft">
        {countOf(total, "publication")}
      </p>
    </div>
  );
}

function HistoryAnswer({ answer }: { answer: FormState | undefined }) {
  const said = answer?.message ?? answer?.notice;
  if (!answer || !said) return null;
  return (
    <div className="mb-6 max-w-3xl">
      <FormMessage ok={answer.ok}>
        <p className="font-semibold">{said}</p>
        {answer.message && answer.notice && <p>{answer.notice}</p>}
        {answer.detail && <p>{answer.detail}</p>}
        {answer.undo && (
          <Form method="post" data-loading="Undoing...">
            <input type="hidden" name="publication" value={answer.undo.publication} />
            <button
              type="submit"
              name="intent"
              value="undo"
              className="link min-h-11 cursor-pointer font-semibold"
            >
              Undo
            </button>
          </Form>
        )}
      </FormMessage>
    </div>
  );
}

function HistoryList({ entries }: { entries: readonly PublicationEntry[] }) {
  return (
    <ol className="flex flex-col xl:max-w-3xl">
      {entries.map((entry) => (
        <li key={entry.id} id={`publication-${entry.id}`} className="border-t border-line py-4">
          <EntryHead entry={entry} />
          <div className="flex flex-wrap items-start gap-x-6 [&>details[open]]:w-full">
            <Changes entry={entry} />
            <WayBack entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function EntryHead({ entry }: { entry: PublicationEntry }) {
  const { document, label, at, by, isKnown, isPublic, putBack } = entry;
  return (
    <>
      <h2 className="flex flex-wrap items-baseline gap-x-3 font-sans text-lg font-semibold wrap-anywhere">
        {isKnown ? (
          <Link
            to={href("/admin/site/:document", { document })}
            className="link inline-block pointer-coarse:py-2"
          >
            {label}
          </Link>
        ) : (
          label
        )}
        {isPublic && isKnown && <Badge tone="good">Public now</Badge>}
      </h2>
      <p className="text-base wrap-anywhere text-soft">
        {by} · <When at={at} />
      </p>
      {putBack && (
        <p>
          {putBack.to ? (
            <>
              Put back to <When at={putBack.to} />
            </>
          ) : (
            "Put back to the site's own words"
          )}
        </p>
      )}
      {!isKnown && <p>This page is no longer part of the site, so its words can't be put back.</p>}
    </>
  );
}

function Changes({ entry: { changes, label, isKnown } }: { entry: PublicationEntry }) {
  if (changes.length === 0)
    return isKnown ? <p className="text-base text-soft">Nothing visitors can see.</p> : null;
  return (
    <details>
      <summary className="link min-h-11 w-fit cursor-pointer py-2">
        {countOf(changes.length, "change")}
        <span className="sr-only"> of {label}</span>
      </summary>
      <dl className="mt-3 flex flex-col gap-3">
        {changes.map((change) => (
          <ChangedField key={JSON.stringify(change)} change={change} />
        ))}
      </dl>
    </details>
  );
}

function WayBack({ entry }: { entry: PublicationEntry }) {
  if (!entry.isKnown) return null;
  if (!entry.isPublic && entry.missingPictures.length > 0)
    return (
      <p className="mt-2 text-base">
        These words can't be put back as they were: the picture for {allOf(entry.missingPictures)}{" "}
        has been deleted.
      </p>
    );
  const { id, label, at, isPublic, lost } = entry;
  const when = longInstant(at);
  return (
    <ConfirmedAction
      id={`${isPublic ? "undo" : "put-back"}-${id}`}
      label={isPublic ? "Undo" : "Put back"}
      describes={`${label} of ${when}`}
      className="link min-h-11 cursor-pointer"
      question={isPublic ? `Undo the last change of ${label}?` : `Put back ${label}?`}
      yes={isPublic ? "Yes, undo it" : "Yes, put it back"}
      loading={isPublic ? "Undoing..." : "Putting it back..."}
      values={{ intent: isPublic ? "undo" : "put-back", publication: id }}
    >
      <p>
        Visitors will see these words as they were {isPublic ? `before ${when}` : `on ${when}`}.
      </p>
      <p>What they see now stays in the history, so you can come back to it.</p>
      {!isPublic && lost.length > 0 && (
        <p>The site no longer has {allOf(lost)}; that part is left out.</p>
      )}
    </ConfirmedAction>
  );
}

function ChangedField({ change }: { change: WordChange }) {
  return (
    <div className="border-l border-line pl-4">
      <dt className="text-base text-soft">{change.label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <Change change={change} />
      </dd>
    </div>
  );
}

function Change({ change }: { change: WordChange }) {
  switch (change.kind) {
    case "text":
      return <Words parts={change.parts} />;
    case "moved":
      return `Moved from place ${change.from} to ${change.to}`;
    case "picture":
      return <Pictures before={change.before} after={change.after} />;
  }
}

function Words({ parts }: { parts: readonly DiffPart[] }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "same") return <span key={key}>{text}</span>;
    const isAdded = kind === "added";
    const Mark = isAdded ? "ins" : "del";
    return (
      <Mark key={key} className={isAdded ? "text-good" : "mr-1 text-danger"}>
        <span className="sr-only">{isAdded ? " Added: " : " Removed: "}</span>
        {text}
        <span className="sr-only">{isAdded ? " (end of addition) " : " (end of removal) "}</span>
      </Mark>
    );
  });
}

type PicturesProps = { before: ShownPicture; after: ShownPicture };

function Pictures({ before, after }: PicturesProps) {
  const isOther = before.name !== after.name;
  return (
    <>
      {isOther && (
        <span className="flex flex-wrap items-end gap-4 pb-1">
          <Shown picture={before} label="Before" />
          <Shown picture={after} label="After" />
        </span>
      )}
      {before.alt !== after.alt && (
        <span className="block">
          Description:{" "}
          <Words
            parts={[
              { kind: "removed", text: before.alt || "decorative" },
              { kind: "added", text: after.alt || "decorative" },
            ]}
          />
        </span>
      )}
    </>
  );
}

function Shown({ picture: { src, alt }, label }: { picture: ShownPicture; label: string }) {
  return (
    <span className="flex flex-col text-base text-soft">
      {label}
      {src ? (
        <img src={src} alt={alt} loading="lazy" className="h-24 w-auto border border-line" />
      ) : (
        <span className="text-ink">This picture has been deleted.</span>
      )}
    </span>
  );
}
