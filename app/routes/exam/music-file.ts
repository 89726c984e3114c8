import { href } from "react-router";
import { musicResponse, readMusic } from "#app/features/ameb/queries.server.ts";
import { removeMusic } from "#app/features/ameb/music.server.tsx";
import { answerAppointment } from "#app/routes/appointment/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/music-file";

export const loader = ({ params: { token, id } }: Route.LoaderArgs) =>
  musicResponse(() => readMusic(getDb(), { token }, id));

/** Removes the file. */
export async function action({ params: { token, id } }: Route.ActionArgs) {
  const answered = await answerAppointment("Not removed. Please try again in a moment.", async () =>
    (await removeMusic(getDb(), token, id))
      ? `${href("/exams/:token", { token })}?removed#music`
      : { status: 404 },
  );
  if (answered instanceof Response) return answered;
  const { data: body, init } = answered;
  return Response.json({ error: { message: body.message ?? "There is no such file." } }, init!);
}
