import type { AttachedDocument } from "./model.ts";

type Props = {
  attached: readonly AttachedDocument[];
  isQuiet?: boolean;
};

/** Fingers need 44 px. */
const quietClass = [
  "inline-block text-sm whitespace-nowrap text-soft underline-offset-4",
  "hover:underline focus-visible:underline pointer-coarse:min-h-11 pointer-coarse:content-center",
].join(" ");

export function Attachments({ attached, isQuiet = false }: Props) {
  if (attached.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {attached.map(({ fileName, path }) => (
        <li key={path}>
          <a className={isQuiet ? quietClass : "link tall whitespace-nowrap"} href={path}>
            {fileName}
          </a>
        </li>
      ))}
    </ul>
  );
}
