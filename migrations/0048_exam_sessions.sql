CREATE TABLE "exam_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_sessions_in_order" CHECK ("exam_sessions"."first_day" <= "exam_sessions"."last_day"),
	CONSTRAINT "exam_sessions_days_known" CHECK ("exam_sessions"."first_day" between '1900-01-01' and '9999-12-31' and "exam_sessions"."last_day" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "venue_travel" (
	"venue_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"minutes" integer NOT NULL,
	CONSTRAINT "venue_travel_venue_id_other_id_pk" PRIMARY KEY("venue_id","other_id"),
	CONSTRAINT "venue_travel_once" CHECK ("venue_travel"."venue_id" < "venue_travel"."other_id"),
	CONSTRAINT "venue_travel_known" CHECK ("venue_travel"."minutes" between 0 and 480)
);
--> statement-breakpoint
CREATE TABLE "venues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paused_reminders" DROP CONSTRAINT "paused_reminders_kind_known";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind_known";--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "instrument" text;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "level" integer;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "venue_id" uuid;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "exam_minutes" integer;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "music" text DEFAULT 'missing' NOT NULL;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "page_token" text DEFAULT left(translate(encode(sha256(
  (gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64'), '+/', '-_'), 22) NOT NULL;--> statement-breakpoint
ALTER TABLE "venue_travel" ADD CONSTRAINT "venue_travel_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_travel" ADD CONSTRAINT "venue_travel_other_id_venues_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."venues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_session_id_exam_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exam_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_page_token_unique" UNIQUE("page_token");--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_length_known" CHECK ("ameb_bookings"."exam_minutes" between 5 and 240);--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_level_known" CHECK ("ameb_bookings"."level" in (1, 2, 3));--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD CONSTRAINT "ameb_bookings_music_known" CHECK ("ameb_bookings"."music" in ('missing', 'received', 'marked'));--> statement-breakpoint
ALTER TABLE "paused_reminders" ADD CONSTRAINT "paused_reminders_kind_known" CHECK ("paused_reminders"."record_kind" in ('quote', 'invoice', 'appointment', 'booking'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind_known" CHECK ("reminders"."record_kind" in ('quote', 'invoice', 'appointment', 'booking'));