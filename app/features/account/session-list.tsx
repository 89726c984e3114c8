import { Form } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { melbourneDay } from "#app/values/calendar.ts";
import type { ListPage } from "#app/ui/admin/list-query.ts";
import { deviceName } from "#app/features/auth/device-name.ts";
import type { ShownSession } from "./sessions.server.ts";
import { SettingsSection, settingsRow } from "./settings-section.tsx";

export function SessionList({
  sessions,
  current,
}: {
  sessions: ListPage<ShownSession>;
  current: string | null;
}) {
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
