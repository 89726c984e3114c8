import { pictures } from "#app/content/pictures.gen.ts";

interface Props {
  /** A file name in pictures/, without its extension. */
  name: string;
  /** Empty when the text beside it already says so. */
  alt: string;
  sizes: string;
  /** For the first picture in view. */
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

const placeholder = "/pictures/placeholder.svg";

/** For readers without <source>, such as feeds. */
const plain = (widths: readonly number[]) =>
  widths.find((width) => width >= 720) ?? widths[widths.length - 1];

export function Picture({ name, alt, sizes, priority = false, className }: Props) {
  const picture = Object.hasOwn(known, name) ? known[name] : undefined;
  const image = {
    src: picture ? `/pictures/${name}-${plain(picture.widths)}.webp` : placeholder,
    width: picture?.width ?? 600,
    height: picture?.height ?? 400,
    loading: priority ? undefined : "lazy",
    fetchPriority: priority ? "high" : undefined,
    decoding: "async",
    className,
    // Shown by the inline script when the picture does not come.
    "data-placeholder": placeholder,
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
