import { redirect } from "react-router";
import { deletePicture } from "#app/features/site-publishing/commands.server.ts";
import { catchUpInTurn } from "#app/features/site-publishing/published.server.ts";
import { cropPicture } from "#app/features/site-pictures/commands.server.ts";
import { getPicture } from "#app/features/site-pictures/queries.server.ts";
import { readFocus, readShape, returnPath } from "#app/features/site-pictures/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { currentAdministrator, currentOwner } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/picture";

const unknown = () => apiFailure(404, "not-found", "This picture doesn't exist.");

export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await getPicture(getDb(), currentAdministrator(context), params.id);
  return picture ? Response.json(picture) : unknown();
}

/** Deletes or crops again: scripts get the new picture's id, a form its page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const by = currentOwner(context);
  if (form.get("intent") === "delete") {
    const outcome = await deletePicture(getDb(), by, params.id);
    if (outcome === "not-found") return unknown();
    // Another process may have taken it off the pages a moment ago. A look that fails comes again.
    if (outcome === "deleted") await catchUpInTurn(getDb()).catch(() => {});
    const said: Record<string, string> =
      outcome === "deleted" ? { deleted: "yes" } : { usedIn: outcome.usedIn.join(".") };
    return redirect(returnPath(String(form.get("returnTo") ?? ""), said), 303);
  }
  const crop = {
    focus: form.has("focusX") ? readFocus(form.get("focusX"), form.get("focusY")) : null,
    shape: readShape(form.get("shape")),
  };
  const id = await cropPicture(getDb(), by, params.id, crop);
  if (!id) return unknown();
  if (request.headers.get("Accept")?.includes("application/json")) return Response.json({ id });
  return redirect(returnPath(String(form.get("returnTo") ?? ""), { picture: id }), 303);
}
