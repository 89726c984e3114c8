import { href } from "react-router";
import { centre, type FocusPoint, pictureLimits } from "./model.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { isPictureRefusal, refusalText } from "./refusals.ts";

export type SentPicture = { id: string } | { message: string };

type Sending = {
  file: File;
  shape: PictureShape;
  focus?: FocusPoint;
  onProgress: (percent: number) => void;
};

/** XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendPicture({ file, shape, focus = centre, onProgress }: Sending) {
  if (file.size > pictureLimits.bytes)
    return Promise.resolve<SentPicture>({ message: refusalText("too-large") });
  const form = new FormData();
  form.set("shape", shape);
  form.set("focusX", String(focus.x * 100));
  form.set("focusY", String(focus.y * 100));
  form.set("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", href("/admin/site/pictures"));
  request.setRequestHeader("Accept", "application/json");
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    onProgress(Math.floor((100 * loaded) / total)),
  );
  return new Promise<SentPicture>((resolve) => {
    request.addEventListener("load", () => resolve(readAnswer(request.responseText)));
    for (const event of ["error", "abort", "timeout"])
      request.addEventListener(event, () => resolve({ message: refusalText("interrupted") }));
    request.send(form);
  });
}

export async function sendCrop(
  id: string,
  { focus, shape }: { focus?: FocusPoint; shape?: PictureShape },
): Promise<SentPicture> {
  const form = new URLSearchParams({
    ...(focus && { focusX: String(focus.x * 100), focusY: String(focus.y * 100) }),
    ...(shape && { shape }),
  });
  try {
    const answer = await fetch(href("/admin/site/pictures/:id", { id }), {
      method: "POST",
      headers: { Accept: "application/json" },
      body: form,
    });
    return readAnswer(await answer.text());
  } catch {
    return { message: refusalText("interrupted") };
  }
}

function readAnswer(text: string): SentPicture {
  try {
    const answer = JSON.parse(text) as { id?: string; error?: { code?: string; message?: string } };
    if (answer.id) return { id: answer.id };
    if (answer.error?.message && isPictureRefusal(answer.error.code))
      return { message: answer.error.message };
  } catch {
    // A proxy's own page.
  }
  return { message: refusalText("malformed") };
}
