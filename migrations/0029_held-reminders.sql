ALTER TABLE "bank_imports" ADD COLUMN "covers_until" date;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "released_at" timestamp with time zone;