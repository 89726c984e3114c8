import { getSignedIn } from "#app/features/auth/session.server.ts";
import { endOtherSessions } from "#app/features/auth/sessions.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type AccountAction, backToAccount } from "./form.server.ts";
import { endSession } from "./sessions.server.ts";

const endOne: AccountAction = async ({ request, administrator, id }) => {
  await endSession(getDb(), administrator, id);
  const page = new URL(request.url).searchParams.get("page");
  return backToAccount("session-ended", undefined, page);
};

const endOthers: AccountAction = async ({ request, administrator }) => {
  const { sessionId } = (await getSignedIn(request))!;
  await getDb().transaction((tx) => endOtherSessions(tx, administrator, sessionId));
  return backToAccount("others-ended");
};

export const sessionActions = { "end-session": endOne, "end-others": endOthers };
