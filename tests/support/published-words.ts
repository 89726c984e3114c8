import type { DocumentName } from "#app/content/documents.ts";
import type { Query } from "./store.ts";

/** Publishes as another process on the same database does; null for the defaults. */
export async function storePublished(
  query: Query,
  document: DocumentName | (string & {}),
  published: unknown,
): Promise<void> {
  const value = published === null ? null : JSON.stringify(published);
  await query(
    `with row as (
       insert into site_documents (name, published, version, updated_by)
       values ($1, $2::jsonb, 1, 'owner@site.example')
       on conflict (name) do update set published = excluded.published,
         version = site_documents.version + 1
       returning name)
     insert into site_publications (document, actor, after)
     select name, 'owner@site.example', $2::jsonb from row`,
    [document, value],
  );
}
