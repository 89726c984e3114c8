import { SiteLink } from "./anchor.tsx";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";

/** Belongs beside the button of every form that takes personal data. */
export function PrivacyLink({ className = "link text-base" }: { className?: string }) {
  const to = linkTo(pages.privacy);
  return (
    to && (
      <SiteLink className={className} to={to}>
        {pages.privacy.name}
      </SiteLink>
    )
  );
}
