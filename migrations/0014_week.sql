CREATE TABLE "client_notes" (
	"email" text PRIMARY KEY NOT NULL,
	"phone" text,
	"notes" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ameb_bookings" DROP CONSTRAINT "ameb_bookings_times_known";--> statement-breakpoint
ALTER TABLE "ameb_bookings" ALTER COLUMN "exam_time" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "rehearsal_date" date;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "rehearsal_time" time;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "candidate_name" text;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "exam_venue" text;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "works" text;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "event_start" time;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "event_end" time;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "guests" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "previous_visit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_times_known" CHECK ("ameb_bookings"."created_at" between '1900-01-01' and '9999-12-31' and "ameb_bookings"."exam_date" between '1900-01-01' and '9999-12-31' and "ameb_bookings"."rehearsal_date" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_guests_known" CHECK ("invoices"."guests" between 1 and 100000);