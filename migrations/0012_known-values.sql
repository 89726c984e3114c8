-- Rows of other programs may already carry what no calendar and no sum has. They are made to say as much as can be shown,
-- since a row that breaks a check can no longer be changed at all: days nobody can name become none, times become those of
-- the row or of now, and an amount that is none becomes nothing with a mark in the details, by which the quote has two prices.
UPDATE "ameb_bookings" SET "exam_date" = null WHERE not ("exam_date" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "ameb_bookings" SET "created_at" = now() WHERE not ("created_at" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "contact_messages" SET "created_at" = now() WHERE not ("created_at" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "invoices" SET "created_at" = now() WHERE not ("created_at" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "invoices" SET "accepted_at" = "created_at" WHERE not ("accepted_at" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "invoices" SET "rejected_at" = "created_at" WHERE not ("rejected_at" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "invoices" SET "event_date" = null WHERE not ("event_date" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
-- One that had ended stays ended; one without an end has none.
UPDATE "invoices" SET "valid_until" = CASE WHEN "valid_until" < '1900-01-01' THEN date '1900-01-01' END WHERE not ("valid_until" between '1900-01-01' and '9999-12-31');--> statement-breakpoint
UPDATE "invoices" SET "total_amount" = 0, "details" = coalesce("details", '{}') || jsonb_build_object('rates', CASE WHEN jsonb_typeof("details"->'rates') = 'object' THEN "details"->'rates' ELSE '{}' END || '{"base": "NaN"}') WHERE "total_amount" = 'NaN';--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_times_known" CHECK ("ameb_bookings"."created_at" between '1900-01-01' and '9999-12-31' and "ameb_bookings"."exam_date" between '1900-01-01' and '9999-12-31') NOT VALID;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_times_known" CHECK ("contact_messages"."created_at" between '1900-01-01' and '9999-12-31') NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_amount_known" CHECK ("invoices"."total_amount" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_times_known" CHECK ("invoices"."created_at" between '1900-01-01' and '9999-12-31' and "invoices"."accepted_at" between '1900-01-01' and '9999-12-31' and "invoices"."rejected_at" between '1900-01-01' and '9999-12-31' and "invoices"."event_date" between '1900-01-01' and '9999-12-31' and "invoices"."valid_until" between '1900-01-01' and '9999-12-31') NOT VALID;
