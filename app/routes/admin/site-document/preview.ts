import { readForm } from "#app/server/http/forms.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/preview";
import { previewPage } from "./preview.server.ts";

export async function loader({ params, context, request }: Route.LoaderArgs) {
  return previewPage(params.document, currentAdministrator(context), {
    page: new URL(request.url).searchParams.get("page"),
  });
}

/** Previews the form's copy, as far as it can be read. */
export async function action({ params, context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const page = form.get("page");
  return previewPage(params.document, currentAdministrator(context), {
    page: typeof page === "string" ? page : null,
    form,
  });
}
