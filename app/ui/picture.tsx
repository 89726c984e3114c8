import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { pictures } from "#app/content/pictures.gen.ts";

interface Props {
  /** A file name in pictures/ without extension, or the id of an uploaded picture. */
  name: string;
  /** Empty when the text beside it says the same. */
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
}

interface Entry {
  width: number;
  height: number;
  widths: readonly number[];
}

const known: Readonly<Record<string, Entry>> = pictures;

type FileOf = (width: number, type: string) => string;

function find(name: string): (Entry & { fileOf: FileOf }) | null {
  if (Object.hasOwn(known, name))
    return { ...known[name]!, fileOf: (width, type) => `/pictures/${name}-${width}.${type}` };
  const { uploads } = content();
  if (!Object.hasOwn(uploads, name)) return null;
  const fileOf: FileOf = (width, type) =>
    href("/media/:file", { file: `${name}-${width}.${type}` });
  return { ...uploads[name]!, fileOf };
}

const srcSet = ({ fileOf, widths }: { fileOf: FileOf; widths: readonly number[] }) =>
  widths.map((width) => `${fileOf(width, "avif")} ${width}w`).join(", ");

const placeholder = "/pictures/placeholder.svg";

/** For readers without <source>, such as feeds. */
const plain = (widths: readonly number[]) =>
  widths.find((width) => width >= 720) ?? widths[widths.length - 1]!;

/** For readers of links and markup; null if there is no such picture. */
export function pictureSource(name: string): string | null {
  const found = find(name);
  return found && found.fileOf(plain(found.widths), "webp");
}

export function Picture({ name, alt, sizes, priority = false, className }: Props) {
  const found = find(name);
  const image = {
    src: found ? found.fileOf(plain(found.widths), "webp") : placeholder,
    width: found?.width ?? 600,
    height: found?.height ?? 400,
    loading: priority ? undefined : "lazy",
    fetchPriority: priority ? "high" : undefined,
    decoding: "async",
    className,
    // The inline script shows it when the picture fails.
    "data-placeholder": placeholder,
  } as const;

  if (!found) return <img alt={alt} {...image} />;

  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(found)} sizes={sizes} />
      <img alt={alt} {...image} />
    </picture>
  );
}
