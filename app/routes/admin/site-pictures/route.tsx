import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import { readShape, isPictureRefusal, refusalText } from "#app/features/site-pictures/model.ts";
import { documentLabels } from "#app/features/site-content/history/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { allOf } from "#app/values/wording.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { NewPicture, PictureGrid } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Pictures" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const shape = readShape(searchParams.get("shape"));
  const chooseFor = searchParams.get("returnTo");
  const refusal = searchParams.get("pictureError");
  const here = new URLSearchParams({
    ...(shape && { shape }),
    ...(chooseFor && { returnTo: chooseFor }),
  });
  const by = currentAdministrator(context);
  return load("Failed to load pictures.", async () => ({
    shape,
    chooseFor,
    chosen: searchParams.get("picture"),
    isDeleted: searchParams.has("deleted"),
    usedIn: Object.entries(documentLabels())
      .filter(([name]) => searchParams.get("usedIn")?.split(".").includes(name))
      .map(([, label]) => label),
    refusal: isPictureRefusal(refusal) ? refusalText(refusal, shape) : undefined,
    returnTo: `${pathname.replace(/\.data$/, "")}${here.size > 0 ? `?${here}` : ""}`,
    pictures: await listPictures(getDb(), by),
  }));
}

export default function SitePictures({ loaderData }: Route.ComponentProps) {
  const { shape, chooseFor, chosen, isDeleted, usedIn, refusal, returnTo, pictures } = loaderData;
  const isWaiting = pictures.some(({ state }) => state === "waiting");
  useReloading(isWaiting);
  return (
    <div className="flex flex-col gap-10">
      <h1 className="display-3 mb-5">Pictures</h1>
      {isDeleted && <FormMessage ok>Photograph deleted.</FormMessage>}
      {usedIn.length > 0 && (
        <FormMessage ok={false}>
          Not deleted: {allOf(usedIn)} {usedIn.length === 1 ? "shows" : "show"} it, in public or in
          a draft. Choose another picture there first.
        </FormMessage>
      )}
      <NewPicture shape={shape} returnTo={returnTo} refusal={refusal} />
      <section aria-labelledby="uploaded" className="flex flex-col gap-4">
        <h2 id="uploaded" className="display-3">
          Uploaded
        </h2>
        <p className="max-w-prose text-soft">
          Pictures that no page uses are deleted after 30 days.
          {isWaiting && (
            <span className="[@media(scripting:enabled)]:hidden">
              {" "}
              <Link className="link" to={returnTo} reloadDocument>
                Reload to see how far they are
              </Link>
            </span>
          )}
        </p>
        {pictures.length === 0 && <EmptyList>No pictures yet.</EmptyList>}
        {pictures.length > 0 && (
          <PictureGrid
            pictures={pictures}
            shape={shape}
            chosen={chosen}
            returnTo={returnTo}
            chooseFor={chooseFor}
          />
        )}
      </section>
    </div>
  );
}

const interval = 1_500;

function useReloading(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), interval);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
