import { Pager } from "#app/ui/admin/pager.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { ListPage } from "#app/ui/admin/list-query.ts";
import { deviceName } from "#app/features/auth/device-name.ts";
import { signInMethodLabel } from "#app/features/auth/model.ts";
import type { ShownSignIn } from "./sessions.server.ts";
import { SettingsSection } from "./settings-section.tsx";

/** The list of sessions on the same page uses `page`. */
export const signInPage = "sign-in-page";

export function SignInList({ signIns }: { signIns: ListPage<ShownSignIn> }) {
  return (
    <SettingsSection id="sign-ins" heading="Recent sign-ins">
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Signed in with</th>
            <th scope="col">Device</th>
            <th scope="col">IP address</th>
          </tr>
        </thead>
        <tbody>
          {signIns.rows.map(({ id, at, method, userAgent, ip }) => (
            <tr key={id}>
              <td data-place="amount" className="text-soft">
                <When at={at} />
              </td>
              <td data-place="type">{signInMethodLabel(method)}</td>
              <td data-place="title">{deviceName(userAgent)}</td>
              <td data-place="side">{ip ?? "unknown"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={signIns.page} total={signIns.total} name={signInPage} section="sign-ins" />
    </SettingsSection>
  );
}
