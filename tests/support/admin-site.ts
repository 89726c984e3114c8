import { type HttpResponse, postForm, send } from "./request.ts";
import type { SharedSite } from "./shared-site.ts";

export type AdminSite = Pick<SharedSite, "site" | "store" | "owner" | "stranger"> & {
  get: (path: string, cookies?: string) => Promise<HttpResponse>;
  post: (path: string, fields: Record<string, string>, cookies?: string) => Promise<HttpResponse>;
  /** Inserts a row and answers with its id. */
  insert: (statement: string, values?: unknown[]) => Promise<string>;
};

/** Requests of the owner, unless other cookies are named. */
export function adminOf(
  given: Pick<SharedSite, "site" | "store" | "owner" | "stranger">,
): AdminSite {
  const { store, owner } = given;
  const admin: AdminSite = {
    ...given,
    get: (path, cookies = owner) => send(admin.site.url, path, { headers: { Cookie: cookies } }),
    post: (path, fields, cookies = owner) =>
      postForm(admin.site.url, path, fields, { Cookie: cookies }),
    insert: async (statement, values) => {
      const rows = await store.query<{ id: string }>(
        `insert into ${statement} returning id`,
        values,
      );
      return rows[0]!.id;
    },
  };
  return admin;
}
