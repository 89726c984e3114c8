import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/site-pictures";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Pictures" };

export async function loader({ context }: Route.LoaderArgs) {
  return { pictures: await listPictures(getDb(), currentAdministrator(context)) };
}

export default function SitePictures({ loaderData: { pictures } }: Route.ComponentProps) {
  return <p>{pictures.length}</p>;
}
