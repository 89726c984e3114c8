ALTER TABLE "business_details" ADD COLUMN "invoicing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "session_invoicing" text;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_invoicing_known" CHECK ("diary_entries"."session_invoicing" in ('off', 'each', 'monthly'));