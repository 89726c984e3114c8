import * as z from "zod/mini";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { ownerOf } from "#app/features/auth/session.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
import { formAction } from "./form-actions.server.ts";

type Command<By> = (db: Db, by: By, id: string) => Promise<boolean>;
type Deletion<By> = { remove: Command<By>; restore: Command<By>; words: DeletionToasts };

const schema = z.object({
  id: z.optional(z.string()),
  confirmed: z.optional(z.literal("yes")),
});

export const ownerDeletionActions = ({ remove, restore, words }: Deletion<Owner>) =>
  deletionActions({
    remove: (db, by, id) => remove(db, ownerOf(by), id),
    restore: (db, by, id) => restore(db, ownerOf(by), id),
    words,
  });

export function deletionActions({ remove, restore, words }: Deletion<Administrator>) {
  const gone = (failure: string) => ({
    ok: false,
    message: `${failure} It no longer exists.`,
    status: 404,
  });
  const removed = words.deleting.failure.title;
  const restored = words.restoring.failure.title;
  return {
    delete: formAction({
      schema,
      failure: removed,
      async run({ db, by, id, input }) {
        const record = input.id ?? id;
        if (!input.confirmed) return { ok: false, asked: record, status: 200 };
        if (!(await remove(db, by, record))) return gone(removed);
        return { ok: true, message: words.deleting.success.title, deleted: record };
      },
    }),
    restore: formAction({
      schema,
      failure: restored,
      async run({ db, by, id, input }) {
        if (!(await restore(db, by, input.id ?? id))) return gone(restored);
        return { ok: true, message: words.restoring.success.title };
      },
    }),
  };
}
