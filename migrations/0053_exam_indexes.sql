CREATE INDEX "venue_travel_by_other" ON "venue_travel" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "ameb_bookings_of_session" ON "ameb_bookings" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "ameb_bookings_of_venue" ON "ameb_bookings" USING btree ("venue_id");