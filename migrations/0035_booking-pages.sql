ALTER TABLE "diary_entries" ADD COLUMN "page_token" text;--> statement-breakpoint
CREATE UNIQUE INDEX "diary_entries_page_token" ON "diary_entries" USING btree ("page_token");