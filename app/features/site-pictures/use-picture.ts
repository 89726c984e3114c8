import { useEffect, useState } from "react";
import { href } from "react-router";
import type { PictureSummary } from "./model.ts";

type Known = Pick<PictureSummary, "id" | "state" | "progress" | "error" | "focus">;

const interval = 1_000;

/** Polls until the picture's files are made. Null without an id. */
export function usePicture(id: string | null): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    if (!id) return;
    let timer: ReturnType<typeof setTimeout>;
    const left = new AbortController();
    const ask = async () => {
      const picture = await load(id, left.signal);
      if (left.signal.aborted) return;
      if (picture) setKnown(picture);
      if (picture?.state !== "ready" && picture?.state !== "failed")
        timer = setTimeout(() => void ask(), interval);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id]);
  return known?.id === id ? known : null;
}

async function load(id: string, signal: AbortSignal): Promise<Known | null> {
  try {
    const answer = await fetch(href("/admin/site/pictures/:id", { id }), { signal });
    return answer.ok ? ((await answer.json()) as Known) : null;
  } catch {
    return null;
  }
}
