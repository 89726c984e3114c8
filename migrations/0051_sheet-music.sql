CREATE TABLE "sheet_music" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"pages" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sheet_music_format_known" CHECK ("sheet_music"."format" in ('pdf', 'jpg')),
	CONSTRAINT "sheet_music_pages_known" CHECK ("sheet_music"."pages" between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "sheet_music" ADD CONSTRAINT "sheet_music_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_music_of_booking" ON "sheet_music" USING btree ("booking_id","created_at");