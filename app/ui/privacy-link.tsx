import { href, Link } from "react-router";
import { privacyLink } from "#app/content/site.ts";

/** Stands beside the button of every form that takes something personal. */
export function PrivacyLink() {
  return (
    <Link className="link text-base" to={href("/privacy")} prefetch="intent">
      {privacyLink}
    </Link>
  );
}
