ALTER TABLE "ameb_bookings" ADD COLUMN "travel_minutes" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "travel_minutes" integer;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_travel_known" CHECK ("ameb_bookings"."travel_minutes" between 0 and 480);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_travel_known" CHECK ("invoices"."travel_minutes" between 0 and 480);