ALTER TABLE "diary_entries" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "series_start" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "diary_entries_of_series" ON "diary_entries" USING btree ("series_id","starts_at") WHERE series_id is not null;