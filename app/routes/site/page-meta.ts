import type { MetaDescriptor } from "react-router";
import { type PublicPage, pages } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import { notFoundMeta, pageMeta } from "#app/ui/meta.ts";
import { origin } from "#app/document/origin.ts";

export function metaOf(page: PublicPage): MetaDescriptor[] {
  if (!isShown(page)) return notFoundMeta();
  const trail = [pages.home, page].map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin() + path,
  }));
  return [
    ...pageMeta(page),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: trail,
      },
    },
  ];
}
