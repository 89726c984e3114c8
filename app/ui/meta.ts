import { href, type MetaDescriptor } from "react-router";
import { content } from "#app/content/content.ts";
import { shareImages } from "#app/content/pictures.gen.ts";
import type { PublicPage } from "#app/content/pages.ts";
import { origin } from "#app/document/origin.ts";

export function pageMeta({ key, path, share }: PublicPage): MetaDescriptor[] {
  const { site, titles } = content();
  const { title, description } = titles[key];
  const url = origin() + path;
  const picture = sharedPicture(share);
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site.brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...(picture ? [{ property: "og:image", content: origin() + picture.src }] : []),
    ...(picture?.alt ? [{ property: "og:image:alt", content: picture.alt }] : []),
    { property: "og:locale", content: "en_AU" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The picture shown beside a shared link; null when it no longer exists. */
export function sharedPicture(share: PublicPage["share"]): { src: string; alt: string } | null {
  const { titles, uploads } = content();
  const { name, alt } = titles[share].picture;
  const uploaded = Object.hasOwn(uploads, name) ? uploads[name] : null;
  if (uploaded?.shape === "share")
    return { src: href("/media/:file", { file: `${name}-${uploaded.width}.jpg` }), alt };
  return Object.hasOwn(drawings, name) ? { src: drawings[name]!.src, alt } : null;
}

const drawings: Readonly<Record<string, { src: string }>> = shareImages;

export function privateMeta(title: string, description?: string): MetaDescriptor[] {
  return [
    { title: `${title} · ${content().site.brand}` },
    { name: "robots", content: "noindex" },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}

export const notFoundMeta = () => privateMeta("Page not found");
