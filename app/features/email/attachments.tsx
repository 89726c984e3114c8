import type { AttachedDocument } from "./model.ts";

/** Links to the PDFs that went with an email. */
export function Attachments({ attached }: { attached: readonly AttachedDocument[] }) {
  if (attached.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {attached.map(({ fileName, path }) => (
        <li key={path}>
          <a className="link tall whitespace-nowrap" href={path}>
            {fileName}
          </a>
        </li>
      ))}
    </ul>
  );
}
