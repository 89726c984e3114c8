import { longInstant } from "#app/values/calendar.ts";
import { deviceName, wayLabel } from "./model.ts";
import { SettingsSection } from "./settings-section.tsx";

type SignIn = { id: number; at: Date; address: string | null; userAgent: string | null; way: string };

export function SignInList({ signIns }: { signIns: readonly SignIn[] }) {
  return (
    <SettingsSection id="sign-ins" heading="Recent sign-ins">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Way</th>
            <th scope="col">Device</th>
            <th scope="col">Address</th>
          </tr>
        </thead>
        <tbody>
          {signIns.map(({ id, at, way, userAgent, address }) => (
            <tr key={id}>
              <td data-label="Time">{longInstant(at)}</td>
              <td data-label="Way">{wayLabel(way)}</td>
              <td data-label="Device">{deviceName(userAgent)}</td>
              <td data-label="Address">{address ?? "unknown"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingsSection>
  );
}
