import { randomUUID } from "node:crypto";
import { Form, href, useLocation } from "react-router";
import { FileLink } from "#app/ui/admin/access.tsx";
import {
  subscriberStateLabels,
  subscriberList,
  mailchimpLabels,
} from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import { listMailings } from "#app/features/newsletter/mailing-queries.server.ts";
import { getNewsletterSettings } from "#app/features/newsletter/settings.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { newsletterActions } from "./actions.server.ts";
import { HowTheyLeave, Mailings, ReaderForms, Suppressed } from "./parts.tsx";
import type { Route } from "./+types/route";
import { load } from "#app/routes/admin/load.server.ts";

export const handle = { title: "Newsletter" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, subscriberList);
  const by = currentAdministrator(context);
  return load("Failed to load subscribers.", async () => ({
    list,
    formKey: randomUUID(),
    mailings: await listMailings(getDb(), by),
    settings: await getNewsletterSettings(getDb()),
    subscribers: await listSubscribers(getDb(), by, list),
  }));
}

export const action = answerForms(newsletterActions);

export const clientAction = showAnswer;

export default function NewsletterAdmin({
  loaderData: { list, formKey, mailings, settings, subscribers },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Newsletter">
        <Form method="post">
          <input type="hidden" name={guardNames.key} value={formKey} />
          <SubmitButton name="intent" value="write" loading="Opening a draft...">
            Write a newsletter
          </SubmitButton>
        </Form>
      </PageHead>
      <FormFailure state={actionData} />
      <Mailings mailings={mailings} />
      <h2 id="readers" className="display-3 mt-10 mb-4 scroll-mt-28">
        Readers
      </h2>
      <RecordList
        label="Search subscribers"
        noun="subscriber"
        exports="newsletter"
        list={list}
        shape={subscriberList}
        found={subscribers}
        empty="No subscribers yet."
        hint={
          <>
            People join with the form at the foot of your pages.{" "}
            <a className="link" href={href("/newsletter")}>
              See the form
            </a>
          </>
        }
        columns={[{ by: "email" }, "Name", "Status", { by: "created" }]}
      >
        {({ id, email, firstName, lastName, state, createdAt, tags, ...reader }) => (
          <tr key={id}>
            <td data-place="title" className="font-semibold wrap-anywhere xl:min-w-52">
              {email}
            </td>
            <td data-place="type">
              {`${firstName} ${lastName}`.trim() || "–"}
              {tags.length > 0 && (
                <span className="block text-base text-soft">{tags.join(", ")}</span>
              )}
            </td>
            <td data-place="below">
              <span>
                <Badge tone={state === "subscribed" ? "good" : "waiting"}>
                  {subscriberStateLabels[state]}
                </Badge>
                {mailchimpLabels[reader.mailchimp] && (
                  <span className="block text-base text-soft">
                    {mailchimpLabels[reader.mailchimp]}
                  </span>
                )}
                {reader.mailchimpError && (
                  <span className="block text-base text-danger wrap-anywhere">
                    {reader.mailchimpError}
                  </span>
                )}
                {reader.suppressedAt && <Suppressed id={id} email={email} />}
              </span>
            </td>
            <td data-place="side" className="text-soft [&>time]:first-letter:uppercase">
              <When at={createdAt} />
            </td>
          </tr>
        )}
      </RecordList>
      <p className="mt-4">
        <FileLink
          className="link tall"
          href={href("/admin/export/:list", { list: "newsletter-consents" })}
        >
          Proof of consent (CSV)
        </FileLink>
      </p>
      <ReaderForms posted={actionData} query={useLocation().search} />
      <HowTheyLeave settings={settings} posted={actionData} />
    </>
  );
}
