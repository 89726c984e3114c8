import { href, Link } from "react-router";
import { pages } from "#app/content/pages.ts";

/** Beside the button of every form that takes personal data. */
export function PrivacyLink() {
  return (
    <Link className="link text-base" to={href("/privacy")} prefetch="intent">
      {pages.privacy.name}
    </Link>
  );
}
