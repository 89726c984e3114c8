import { href, Link } from "react-router";
import { site } from "#app/content/site.ts";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { privateMeta } from "#app/ui/meta.ts";

export const meta = () => privateMeta("Thank you");
export const headers = () => ({ "X-Robots-Tag": "noindex" });

export default function Confirmation() {
  return (
    <main className="wrap flex min-h-[60vh] flex-col items-start justify-center gap-6 py-20">
      <Line line={dividerLine} className="w-80 max-w-full text-brass" draw />
      {/* oxlint-disable jsx-a11y/no-autofocus -- the answer to a form that was sent without scripts */}
      <h1
        ref={useFocusOnArrival<HTMLHeadingElement>()}
        tabIndex={-1}
        autoFocus
        className="display-2"
      >
        Thank You for Your Acceptance!
      </h1>
      {/* oxlint-enable jsx-a11y/no-autofocus */}
      <p className="measure text-lg">
        You're booked. We've emailed you a copy of everything you agreed to. {site.firstName} will
        be in touch about the deposit.
      </p>
      <p>
        <Link to={href("/")} className="button">
          Return to Home
        </Link>
      </p>
    </main>
  );
}
