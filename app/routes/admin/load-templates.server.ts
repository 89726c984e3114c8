import { randomUUID } from "node:crypto";
import type { Administrator } from "#app/features/auth/model.ts";
import { aboutKindsWith } from "#app/features/email/fields.ts";
import { templateList } from "#app/features/email/model.ts";
import { previewRecordsOf } from "#app/features/email/preview-records.ts";
import {
  getTemplate,
  listTemplateNames,
  listTemplates,
} from "#app/features/email/queries.server.ts";
import { isNamed, standardEmailRows } from "#app/features/email/standard-template.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { newestEmailRecords } from "./email-records.server.ts";
import { standardEmails } from "./standard-emails.ts";

/** `?edit=ID` and `?new` open the dialog without scripts; `&from=NAME` inserts a standard text. */
export async function loadTemplates(url: string, by: Administrator, failed: string | null) {
  const { searchParams } = new URL(url);
  const list = readListQuery(searchParams, templateList);
  const edited = searchParams.get("edit") ?? failed;
  const db = getDb();
  try {
    const templates = await listTemplates(db, by, list);
    const template = edited ? await getTemplate(db, by, edited) : null;
    const open = template !== null || searchParams.has("new") || failed === "new";
    const details = await getBusinessDetails(db);
    const kinds = aboutKindsWith(details);
    const newest = open ? await newestEmailRecords(db, by, kinds) : [];
    const previewRecords = previewRecordsOf(newest, kinds, melbourneDay(new Date()));
    const withText = standardEmails(details);
    const start = withText.find((email) => isNamed(email, searchParams.get("from") ?? ""));
    const standard = standardEmailRows(withText, await listTemplateNames(db, by));
    return {
      formKey: randomUUID(),
      list,
      templates,
      template,
      start: start ?? null,
      open,
      kinds,
      previewRecords,
      standard,
    };
  } catch (error) {
    log.error({ err: error }, "templates not loaded");
    const none = { templates: null, template: null, start: null, open: false };
    return { formKey: "", list, ...none, kinds: [], previewRecords: [], standard: [] };
  }
}
