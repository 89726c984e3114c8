import type { PictureSummary } from "./model.ts";

export function PictureProgress({
  picture: { state, progress, error },
}: {
  picture: Pick<PictureSummary, "state" | "progress" | "error">;
}) {
  if (state === "ready") return null;
  if (state === "failed") return <p className="font-semibold text-danger">{error}</p>;
  return (
    <div className="flex flex-col gap-1">
      <progress
        className="w-full max-w-64 accent-(--fill)"
        value={progress}
        max={100}
        aria-label="Preparing"
      />
      <p className="text-soft">Preparing, {progress}%</p>
    </div>
  );
}
