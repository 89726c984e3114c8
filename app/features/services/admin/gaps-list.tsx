import { Link } from "react-router";
import { countOf } from "#app/values/wording.ts";
import type { ServiceGap } from "../gaps.server.ts";

export function GapsList({ gaps }: { gaps: readonly ServiceGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details id="gaps" className="to-settle scroll-mt-8">
      <summary>{countOf(gaps.length, "thing")} to settle before visitors book</summary>
      <ul className="mt-3">
        {gaps.map(({ what, path }) => (
          <li key={path + what} className="border-t border-line py-2 wrap-anywhere">
            <Link className="link tall" to={path}>
              {what.charAt(0).toUpperCase() + what.slice(1)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
