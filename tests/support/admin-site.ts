import { addOwner, createOwner, signInForCookies } from "./owners.ts";
import { type HttpResponse, postForm, send } from "./request.ts";
import { type Site, startSite } from "./site.ts";
import { createStore, type TestStore } from "./store.ts";

export type AdminSite = {
  site: Site;
  store: TestStore;
  /** The session of the owner, owner@example.com, as a Cookie header. */
  owner: string;
  /** The session of somebody who is no administrator. */
  stranger: string;
  get: (path: string, cookies?: string) => Promise<HttpResponse>;
  post: (path: string, fields: Record<string, string>, cookies?: string) => Promise<HttpResponse>;
  /** Inserts a row and answers with its id. */
  insert: (statement: string, values?: unknown[]) => Promise<string>;
  close: () => Promise<void>;
};

/** A site with an owner, who sends the requests unless other cookies are named. */
export async function startAdminSite(): Promise<AdminSite> {
  const store = await createStore();
  await createOwner(store, "owner@example.com");
  await addOwner(store, "stranger@example.com");
  const site = await startSite(store.dataDir, store.settings);
  const owner = await signInForCookies(site, "owner@example.com");
  const stranger = await signInForCookies(site, "stranger@example.com");
  await store.query("update users set role = 'user' where email = 'stranger@example.com'");
  const admin: AdminSite = {
    site,
    store,
    owner,
    stranger,
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
    async close() {
      // A test may have put another site in its place.
      await admin.site.kill();
      store.remove();
    },
  };
  return admin;
}
