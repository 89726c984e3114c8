ALTER TABLE "diary_entries" ADD COLUMN "change_notice" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_notice_known" CHECK ("diary_entries"."change_notice" between 0 and 8760);--> statement-breakpoint
UPDATE "diary_entries" SET "change_notice" = "services"."change_notice" FROM "services" WHERE "services"."id" = "diary_entries"."service_id";
