ALTER TABLE "ameb_bookings" ADD COLUMN "rehearsal_minutes" integer;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "event" jsonb;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "ameb_booking_id" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_ameb_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("ameb_booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_of_booking" ON "letters" USING btree ("ameb_booking_id");--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_rehearsal_known" CHECK ("ameb_bookings"."rehearsal_minutes" in (15, 30, 45));