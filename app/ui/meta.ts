import type { MetaDescriptor } from "react-router";
import { content } from "#app/content/content.ts";
import type { PublicPage } from "#app/content/pages.ts";
import { origin } from "#app/document/origin.ts";

export function pageMeta({ key, path, share }: PublicPage): MetaDescriptor[] {
  const { site, titles } = content();
  const { title, description } = titles[key];
  const url = origin() + path;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site.brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${origin()}/share/${share}.png` },
    { property: "og:locale", content: "en_AU" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${content().site.brand}` }, { name: "robots", content: "noindex" }];
}
