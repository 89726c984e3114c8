import type { ShownPicture, WordChange } from "./model.ts";
import type { DiffPart } from "./words-diff.ts";

export function ChangedField({ change }: { change: WordChange }) {
  return (
    <div className="border-l border-line pl-4">
      <dt className="text-base text-soft">{change.label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <Change change={change} />
      </dd>
    </div>
  );
}

function Change({ change }: { change: WordChange }) {
  switch (change.kind) {
    case "text":
      return <Words parts={change.parts} />;
    case "added":
      return <Words parts={[{ kind: "added", text: change.text }]} />;
    case "removed":
      return <Words parts={[{ kind: "removed", text: change.text }]} />;
    case "moved":
      return `Moved from place ${change.from} to ${change.to}`;
    case "picture":
      return <Pictures before={change.before} after={change.after} />;
  }
}

function Words({ parts }: { parts: readonly DiffPart[] }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "same") return <span key={key}>{text}</span>;
    const isAdded = kind === "added";
    const Mark = isAdded ? "ins" : "del";
    return (
      <Mark key={key} className={isAdded ? "text-good" : "mr-1 text-danger"}>
        <span className="sr-only">{isAdded ? " Added: " : " Removed: "}</span>
        {text}
        <span className="sr-only">{isAdded ? " (end of addition) " : " (end of removal) "}</span>
      </Mark>
    );
  });
}

type PicturesProps = { before: ShownPicture; after: ShownPicture };

function Pictures({ before, after }: PicturesProps) {
  const isOther = before.name !== after.name;
  return (
    <>
      {isOther && (
        <span className="flex flex-wrap items-end gap-4 pb-1">
          <Shown picture={before} label="Before" />
          <Shown picture={after} label="After" />
        </span>
      )}
      {before.alt !== after.alt && (
        <span className="block">
          Description:{" "}
          <Words
            parts={[
              { kind: "removed", text: before.alt || "decorative" },
              { kind: "added", text: after.alt || "decorative" },
            ]}
          />
        </span>
      )}
    </>
  );
}

function Shown({ picture: { src, alt }, label }: { picture: ShownPicture; label: string }) {
  return (
    <span className="flex flex-col text-base text-soft">
      {label}
      {src ? (
        <img src={src} alt={alt} loading="lazy" className="h-24 w-auto border border-line" />
      ) : (
        <span className="text-ink">This picture has been deleted.</span>
      )}
    </span>
  );
}
