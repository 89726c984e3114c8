import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { href } from "react-router";
import { Spinner } from "#app/ui/spinner.tsx";
import { editorForm, type OpenDocument } from "./editor-model.ts";
import { postCopy, PreviewFrames } from "./preview-frames.ts";

export type PreviewHandle = { refresh: () => void };

const widths = { phone: 390, desktop: 1280 };
type Width = keyof typeof widths;
const widthLabels: Record<Width, string> = { phone: "Phone", desktop: "Desktop" };

/** Selectors to scroll to, for documents that are not at the top of their page. */
const places: Readonly<Record<string, string>> = {
  prices: "#pricing",
  testimonials: "[aria-label=Testimonials]",
};

export type PreviewProps = {
  handle: RefObject<PreviewHandle | null>;
  document: Pick<OpenDocument, "name" | "label" | "pages">;
  form: RefObject<HTMLFormElement | null>;
};

export function LivePreview({ handle, document: { name, pages }, form }: PreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  const frames = useRef<PreviewFrames>(null);
  const [page, setPage] = useState<string>(pages[0]!.key);
  const [width, setWidth] = useState<Width>("phone");
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const action = href("/admin/site/:document/preview", { document: name });

  useEffect(() => {
    const read = () => {
      const isSeen = host.current?.checkVisibility() && form.current;
      return isSeen ? new FormData(form.current!) : null;
    };
    const opened = new PreviewFrames(host.current!, read, setState);
    frames.current = opened;
    return () => opened.close();
  }, [form]);
  useEffect(() => {
    const title = `Preview of ${pages.find(({ key }) => key === page)?.name}`;
    frames.current?.show({ action, page, title, place: places[name] });
  }, [action, page, pages, name]);
  useEffect(() => fitFrame(host.current!, widths[width]), [width]);
  useImperativeHandle(handle, () => ({ refresh: () => frames.current?.refresh() }), []);

  return (
    <section aria-label="Preview" className={previewClass}>
      <div className="flex flex-wrap items-center justify-between gap-3 text-base">
        {pages.length > 1 && (
          <select
            aria-label="Page"
            value={page}
            onChange={({ currentTarget }) => setPage(currentTarget.value)}
            className="input min-w-40 grow basis-40"
          >
            {pages.map(({ key, name: label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
        <div className="flex grow items-center justify-between gap-4">
          <div role="group" aria-label="Width" className="flex rounded-sm border border-edge">
            {(Object.keys(widths) as Width[]).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === width}
                onClick={() => setWidth(each)}
                className="min-h-11 cursor-pointer px-3 aria-pressed:bg-fill aria-pressed:text-on-fill"
              >
                {widthLabels[each]}
              </button>
            ))}
          </div>
          <button
            type="submit"
            form={editorForm}
            formNoValidate
            formAction={action}
            formTarget="_blank"
            className="link min-h-11 cursor-pointer"
            onClick={(event) => {
              event.preventDefault();
              const posted = new FormData(form.current!);
              posted.set("page", page);
              postCopy(posted, action, "_blank");
            }}
          >
            Open in a new tab
          </button>
        </div>
      </div>
      <div className="relative min-h-96 grow [@media(scripting:none)]:hidden">
        <div ref={host} data-width={width} className="preview-host" />
        {state === "loading" && (
          <span className="absolute top-3 right-3 rounded-full bg-raised p-1.5" role="status">
            <Spinner />
            <span className="sr-only">Updating the preview</span>
          </span>
        )}
        {state === "failed" && (
          <p
            role="alert"
            className="absolute inset-x-3 top-3 border-l-4 border-danger bg-raised p-3 text-base"
          >
            The preview didn't load. Your text is still here.{" "}
            <button
              type="button"
              className="link cursor-pointer"
              onClick={() => frames.current?.refresh()}
            >
              Try again
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

const previewClass =
  "mx-auto flex h-full w-full flex-col gap-3 has-data-[width=phone]:max-w-[24.5rem]";

/** Scales the frame from `width` px down to its host. Returns a function that stops it. */
function fitFrame(host: HTMLElement, width: number): () => void {
  const fit = () => {
    const scale = Math.min(1, host.clientWidth / width);
    host.style.setProperty("--frame-width", `${width}px`);
    host.style.setProperty("--frame-scale", String(scale || 1));
  };
  const observer = new ResizeObserver(fit);
  observer.observe(host);
  fit();
  return () => observer.disconnect();
}
