import { Form, href } from "react-router";
import * as z from "zod/mini";
import { roleLabels, staffLabels } from "#app/features/auth/model.ts";
import { endAccess, invitePerson, listPeople } from "#app/features/auth/people.server.ts";
import { invitationSchema } from "#app/features/auth/schema.ts";
import { currentOwner } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import type { Route } from "./+types/people";
import { answerForms, ownerAction } from "./form-actions.server.ts";
import { load } from "./load.server.ts";

export const handle = { title: "People with access" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentOwner(context);
  return load("Failed to load the people with access.", async () => ({
    people: await listPeople(getDb(), by),
  }));
}

export const action = answerForms({
  invite: ownerAction({
    schema: invitationSchema,
    failure: "Failed to invite this person. Please try again.",
    async run({ db, by, input }) {
      if (await invitePerson(db, by, input))
        return { ok: true, message: `Invited. The email to ${input.email} is on its way.` };
      return { ok: false, errors: { email: "This address is already an owner's." } };
    },
  }),
  end: ownerAction({
    schema: z.object({ id: z.string() }),
    failure: "Failed to end the access. Please try again.",
    async run({ db, by, input }) {
      const email = await endAccess(db, by, input.id);
      if (email) return { ok: true, message: `${email} is signed out and no longer has access.` };
      return { ok: false, message: "This access has already ended.", status: 404 };
    },
  }),
});

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function People({ loaderData: { people }, actionData }: Route.ComponentProps) {
  const posted = actionData?.intent === "invite" ? actionData : undefined;
  const { form, summary, field, values } = usePostedForm(invitationSchema, posted);
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/account")}>Back to Account</BackLink>
      <h1 className="display-3 mb-4">People with access</h1>
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      <ul className="mb-8 border-b border-line">
        {people.map(({ id, email, role, seenAt, mayEnd }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-4 border-t border-line py-2"
          >
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{email}</strong> {roleLabels[role]}
              <span className="block text-base text-soft">
                {seenAt ? (
                  <>
                    Last seen <When at={seenAt} />
                  </>
                ) : (
                  "Hasn't signed in yet"
                )}
              </span>
            </span>
            {mayEnd && (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="end"
                  data-loading="Ending the access..."
                  className="link min-h-11 cursor-pointer"
                >
                  End access<span className="sr-only"> of {email}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form className="flex flex-col gap-3" {...form}>
        <h2 className="display-3">Invite someone</h2>
        <p className="text-soft">
          An assistant looks after the inbox, exams, the diary, emails and clients. A viewer reads
          the pages and changes nothing. Neither issues invoices, records payments, exports lists or
          a client's data, or sees this page. Both read your clients' emails, with the private links
          in them. When an owner's access ends, make a new calendar link: they may have yours.
        </p>
        {summary}
        <FormFailure state={posted} />
        <input type="hidden" name="intent" value="invite" />
        <Field {...field("email")} label="Email" type="email" autoComplete="off" />
        <SelectField
          {...field("role")}
          defaultValue={values?.role ?? "assistant"}
          label="Role"
          options={staffLabels}
        />
        <div>
          <SubmitButton loading="Inviting...">Invite</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
