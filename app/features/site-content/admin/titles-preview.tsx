import { useEffect, useImperativeHandle, useState, useSyncExternalStore } from "react";
import { pages as allPages } from "#app/content/pages.ts";
import { withFillInNames } from "../fill-in-names.ts";
import type { OpenDocument } from "./editor-model.ts";
import { readIn } from "./entry-face.ts";
import type { PreviewProps } from "./live-preview.tsx";

/** Shows a search result and a shared link, as titles are not seen on the pages themselves. */
export function TitlesPreview({
  handle,
  document: { pages, values, version, fillIns, pictures },
  form,
}: Omit<PreviewProps, "document"> & { document: OpenDocument }) {
  // Text typed over an earlier version is no longer in the form.
  const [typed, setTyped] = useState<{ over: number; words: FormData } | null>(null);
  const [shown, setShown] = useState(pages[0]!);
  const host = useSyncExternalStore(
    () => () => {},
    () => location.host,
    () => "",
  );
  useImperativeHandle(handle, () => ({
    refresh: () => setTyped({ over: version, words: new FormData(form.current!) }),
  }));
  useEffect(() => {
    const element = form.current;
    const follow = ({ target }: FocusEvent) => {
      const part = (target as Element).closest("details")?.parentElement?.id;
      const page = pages.find(({ key }) => key === part);
      if (page) setShown(page);
    };
    element?.addEventListener("focusin", follow);
    return () => element?.removeEventListener("focusin", follow);
  }, [form, pages]);
  const words = typed?.over === version ? typed.words : null;
  const read = (path: string) => String(words?.get(path) ?? readIn(values)(path));
  const filled = (path: string) =>
    fillIns.reduce(
      (text, { name, value }) => text.replaceAll(`{{${name}}}`, () => value || name),
      withFillInNames(read(path)),
    );
  const picture = read(`${allPages[shown.key].share}.picture.name`);
  const title = filled(`${shown.key}.title`);
  const description = filled(`${shown.key}.description`);
  return (
    <section
      aria-label="Preview"
      className="mx-auto flex w-full max-w-[24.5rem] flex-col gap-6 wrap-anywhere"
    >
      <p className="display-3 font-display" data-width="phone">
        {shown.name}
      </p>
      <div>
        <p className="mb-2 font-semibold">In search results</p>
        <div className={cardClass}>
          <p className="text-sm text-soft">{host + shown.path}</p>
          <p className="my-1 text-lg leading-snug text-accent">{title}</p>
          <p className="line-clamp-3 text-base leading-snug text-soft">{description}</p>
        </div>
      </div>
      <div>
        <p className="mb-2 font-semibold">When shared</p>
        <div className={`overflow-hidden ${cardClass}`}>
          <img
            src={pictures.find(({ name }) => name === picture)?.src ?? "/pictures/placeholder.svg"}
            alt=""
            className="-mx-4 -mt-4 mb-3 aspect-1200/630 w-[calc(100%+2rem)] max-w-none object-cover"
          />
          <p className="line-clamp-2 leading-snug font-semibold">{title}</p>
          <p className="mt-1 line-clamp-2 text-base leading-snug text-soft">{description}</p>
          <p className="mt-1 text-sm text-soft">{host}</p>
        </div>
      </div>
    </section>
  );
}

const cardClass = "rounded-sm border border-line bg-raised p-4";
