import { data, href } from "react-router";
import {
  countEmails,
  getMailing,
  mailingPreview,
} from "#app/features/newsletter/mailing-queries.server.ts";
import { mailingDeletion } from "#app/features/newsletter/mailing-copy.ts";
import { countAudience, listAudiences } from "#app/features/newsletter/readers.server.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { DeleteButton, DeletionAnswer } from "#app/ui/admin/deletion.tsx";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { mailingActions, type MailingFormState } from "./actions.server.ts";
import { MailingForm } from "./form.tsx";
import { LeftOutReaders, MailingPreview, MailingStatus } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Newsletter" };

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const found = await getMailing(db, by, id);
  if (!found) return data({ mailing: null }, 404);
  const { html: _html, text: _text, ...mailing } = found;
  const { text } = await mailingPreview(db, found, new Date());
  const uploads = await listPictures(db, by);
  return data({
    mailing,
    text,
    audiences: await listAudiences(db, by),
    readers: await countAudience(db, mailing.audience),
    emails: await countEmails(db, by, id),
    pictures: uploads.filter(({ state }) => state === "ready"),
  });
}

export const action = answerForms<MailingFormState>(mailingActions);

export const clientAction = showAnswer<MailingFormState>;

export default function MailingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mailing } = loaderData;
  if (!mailing)
    return (
      <>
        <BackLink to={href("/admin/newsletter")}>Back to Newsletter</BackLink>
        {actionData?.deleted ? (
          <DeletionAnswer deleted={actionData.deleted} name={undefined} words={mailingDeletion} />
        ) : (
          <p>This newsletter doesn't exist.</p>
        )}
      </>
    );
  const { text, audiences, readers, emails, pictures } = loaderData;
  const { id, state, subject, version, audience } = mailing;
  const isDraft = state === "draft";
  return (
    <article>
      <BackLink to={href("/admin/newsletter")}>Back to Newsletter</BackLink>
      <PageHead title={subject || "A new newsletter"}>
        {isDraft && (
          <DeleteButton
            id={id}
            name={subject}
            question={mailingDeletion.question(subject)}
            toasts={mailingDeletion.deleting}
          />
        )}
      </PageHead>
      <DeletionAnswer asked={actionData?.asked} name={subject} words={mailingDeletion} />
      {actionData?.ok && actionData.message && (
        <div className="mb-6">
          <FormMessage ok>{actionData.message}</FormMessage>
        </div>
      )}
      {isDraft ? (
        <MailingForm
          mailing={mailing}
          audiences={audiences}
          pictures={pictures}
          posted={actionData}
        />
      ) : (
        <>
          <FormFailure state={actionData} />
          <MailingStatus
            mailing={mailing}
            audience={audiences.find(({ value }) => value === audience)?.label ?? audience}
            readers={readers}
            emails={emails}
          />
        </>
      )}
      {(isDraft || state === "waiting") && <LeftOutReaders readers={readers} />}
      <MailingPreview id={id} version={version} text={text} />
    </article>
  );
}
