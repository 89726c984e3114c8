import { pictures } from "#app/content/pictures.gen.ts";

interface Props {
  /** A file name in pictures/, without its ending. */
  name: string;
  /** What it shows, in words; empty when the text beside it already says so. */
  alt: string;
  /** How wide it is drawn, as in the HTML attribute: "(min-width: 60rem) 28rem, 100vw". */
  sizes: string;
  /** For the one picture seen first. */
  priority?: boolean;
  className?: string;
}

interface Entry {
  width: number;
  height: number;
  widths: readonly number[];
}

const known: Readonly<Record<string, Entry>> = pictures;

const srcSet = (name: string, widths: readonly number[], type: string) =>
  widths.map((width) => `/pictures/${name}-${width}.${type} ${width}w`).join(", ");

/** A middling size for readers that take no <source>, such as feeds and old mail programs. */
const plain = (widths: readonly number[]) =>
  widths.find((width) => width >= 720) ?? widths[widths.length - 1];

export function Picture({ name, alt, sizes, priority = false, className }: Props) {
  const picture = Object.hasOwn(known, name) ? known[name] : undefined;
  const image = {
    src: picture ? `/pictures/${name}-${plain(picture.widths)}.webp` : "/pictures/placeholder.svg",
    width: picture?.width ?? 600,
    height: picture?.height ?? 400,
    loading: priority ? undefined : "lazy",
    fetchPriority: priority ? "high" : undefined,
    decoding: "async",
    className,
  } as const;

  if (!picture) return <img alt={alt} {...image} />;

  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(name, picture.widths, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(name, picture.widths, "webp")} sizes={sizes} />
      <img alt={alt} {...image} />
    </picture>
  );
}
