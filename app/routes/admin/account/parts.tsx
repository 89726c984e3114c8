import { Form, href, Link } from "react-router";
import type { ReactNode } from "react";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { changePasswordSchema } from "#app/features/auth/schema.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Pager } from "#app/ui/admin/list.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import type { ListPage } from "#app/ui/admin/list-query.ts";
import type { ShownSession } from "#app/features/account/queries.server.ts";
import { deviceName } from "#app/features/auth/model.ts";

type PasswordSettingsProps = {
  hasPassword: boolean;
  email: string;
  errors: FieldErrors | undefined;
};

export function PasswordSettings({ hasPassword, email, errors: found }: PasswordSettingsProps) {
  const { errors, handlers } = useFormErrors(changePasswordSchema, found);
  return (
    <SettingsSection
      id="password"
      heading="Password"
      lead={
        hasPassword
          ? "Changing it signs you out everywhere else."
          : "You don't have one: you sign in another way."
      }
    >
      {hasPassword ? (
        <Form
          method="post"
          className="grid max-w-3xl items-start gap-5 md:grid-cols-2"
          {...handlers}
        >
          <div className="md:col-span-2 empty:hidden">
            <ErrorSummary errors={found ? errors : {}} />
          </div>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <Field
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={errors.currentPassword}
          />
          <Field
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            error={errors.newPassword}
            hint="At least 12 characters."
          />
          <button
            type="submit"
            name="intent"
            value="password"
            className="button justify-self-start"
          >
            Change password
          </button>
        </Form>
      ) : (
        <p>
          <Link to={href("/login/forgotten-password")} className="link">
            Get a link to choose one
          </Link>
        </p>
      )}
    </SettingsSection>
  );
}

type SessionListProps = { sessions: ListPage<ShownSession>; current: string | null };

export function SessionList({ sessions, current }: SessionListProps) {
  return (
    <SettingsSection id="sessions" heading="Sessions">
      <ul className="flex flex-col">
        {sessions.rows.map(({ id, userAgent, address, createdAt, usedAt, keptUntil }) => (
          <li key={id} className={settingsRow}>
            <div>
              <p className="flex flex-wrap items-center gap-3">
                {deviceName(userAgent)} {id === current && <Badge tone="good">This one</Badge>}
              </p>
              <p className="text-base text-soft">
                {address || "unknown IP address"} · since <When at={createdAt} />
                {isUsedLater(createdAt, usedAt) && (
                  <>
                    {" "}
                    · last used <When at={usedAt} />
                  </>
                )}
              </p>
              {keptUntil && (
                <p className="text-base text-soft">
                  Kept signed in until <OnDay day={melbourneDay(keptUntil)} />
                </p>
              )}
            </div>
            {id !== current && (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="end-session"
                  className="link cursor-pointer"
                >
                  End<span className="sr-only"> the session of {deviceName(userAgent)}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Pager page={sessions.page} total={sessions.total} section="sessions" />
      {sessions.total > 1 && (
        <Form method="post">
          <button type="submit" name="intent" value="end-others" className="button quiet">
            Sign out everywhere else
          </button>
        </Form>
      )}
    </SettingsSection>
  );
}

const isUsedLater = (createdAt: Date, usedAt: Date) => Number(usedAt) - Number(createdAt) >= 60_000;

/** The list of sessions on the same page uses `page`. */
export const signInPage = "sign-in-page";

type SettingsSectionProps = { id: string; heading: string; lead?: string; children: ReactNode };

export function SettingsSection({ id, heading, lead, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid gap-x-10 gap-y-5 border-t border-line pt-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-heading`} className="display-3">
          {heading}
        </h2>
        {lead && <p className="measure text-base text-soft">{lead}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  );
}

export const settingsRow =
  "flex flex-wrap items-start justify-between gap-x-6 gap-y-2 " +
  "border-t border-line py-4 first:border-t-0 first:pt-0";
