import { musicResponse, readMusic } from "#app/features/ameb/queries.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/sheet-music";

export const loader = ({ params: { id, fileId }, context }: Route.LoaderArgs) =>
  musicResponse(() => {
    const by = currentAdministrator(context);
    return readMusic(getDb(), { by, bookingId: id }, fileId);
  });
