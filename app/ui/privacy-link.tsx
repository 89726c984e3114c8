import { href, Link } from "react-router";
import { pages } from "#app/content/pages.ts";

/** Belongs beside the button of every form that takes personal data. */
export function PrivacyLink({ className = "link text-base" }: { className?: string }) {
  return (
    <Link className={className} to={href("/privacy")}>
      {pages.privacy.name}
    </Link>
  );
}
