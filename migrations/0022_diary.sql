CREATE TABLE "busy_times" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	CONSTRAINT "busy_times_in_order" CHECK ("busy_times"."starts_at" <= "busy_times"."ends_at"),
	CONSTRAINT "busy_times_known" CHECK (isfinite("busy_times"."starts_at") and isfinite("busy_times"."ends_at"))
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"body" "bytea",
	"checked_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"error" text,
	"expanded_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_hours" (
	"day" date PRIMARY KEY NOT NULL,
	"hours" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "day_hours_day_known" CHECK ("day_hours"."day" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "opening_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service_id" uuid,
	"from_day" date,
	"until_day" date,
	"week" jsonb NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "opening_hours_days_in_order" CHECK ("opening_hours"."from_day" <= "opening_hours"."until_day"),
	CONSTRAINT "opening_hours_days_known" CHECK ("opening_hours"."from_day" between '1900-01-01' and '9999-12-31' and "opening_hours"."until_day" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"price" integer,
	"place" text DEFAULT 'studio' NOT NULL,
	"place_details" text DEFAULT '' NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 15 NOT NULL,
	"step" integer DEFAULT 15 NOT NULL,
	"notice" integer DEFAULT 24 NOT NULL,
	"days_ahead" integer DEFAULT 60 NOT NULL,
	"most_per_day" integer,
	"change_notice" integer DEFAULT 48 NOT NULL,
	"on_request" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "services_path" UNIQUE("category","slug"),
	CONSTRAINT "services_category_known" CHECK ("services"."category" in ('voice-piano', 'embodiment', 'presence', 'audition-cut', 'discovery', 'ameb-rehearsal')),
	CONSTRAINT "services_place_known" CHECK ("services"."place" in ('studio', 'online', 'client')),
	CONSTRAINT "services_minutes_possible" CHECK ("services"."minutes" between 5 and 480),
	CONSTRAINT "services_price_possible" CHECK ("services"."price" between 0 and 9999999),
	CONSTRAINT "services_buffers_possible" CHECK ("services"."buffer_before" between 0 and 240 and "services"."buffer_after" between 0 and 240),
	CONSTRAINT "services_step_possible" CHECK ("services"."step" between 5 and 240),
	CONSTRAINT "services_notice_possible" CHECK ("services"."notice" between 0 and 8760 and "services"."change_notice" between 0 and 8760),
	CONSTRAINT "services_days_ahead_possible" CHECK ("services"."days_ahead" between 1 and 365),
	CONSTRAINT "services_most_per_day_possible" CHECK ("services"."most_per_day" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "diary_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'booked' NOT NULL,
	"firm" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"busy_from" timestamp with time zone NOT NULL,
	"busy_until" timestamp with time zone NOT NULL,
	"title" text NOT NULL,
	"service_id" uuid,
	"price" integer,
	"place" text,
	"place_details" text DEFAULT '' NOT NULL,
	"client_name" text,
	"client_email" text,
	"phone" text,
	"student" text,
	"note" text,
	"owner_note" text,
	"zone" text,
	"token" text,
	"invoice_id" uuid,
	"ameb_booking_id" uuid,
	"held_until" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"cancelled_late" boolean DEFAULT false NOT NULL,
	"declined" boolean DEFAULT false NOT NULL,
	"sales_invoice_id" uuid,
	"suspicion" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "diary_entries_kind_known" CHECK ("diary_entries"."kind" in ('appointment', 'block', 'away', 'event', 'exam', 'rehearsal')),
	CONSTRAINT "diary_entries_state_known" CHECK ("diary_entries"."state" in ('held', 'requested', 'booked', 'cancelled', 'done', 'no-show')),
	CONSTRAINT "diary_entries_place_known" CHECK ("diary_entries"."place" in ('studio', 'online', 'client')),
	CONSTRAINT "diary_entries_cancelled_by_known" CHECK ("diary_entries"."cancelled_by" in ('client', 'owner')),
	CONSTRAINT "diary_entries_times_in_order" CHECK ("diary_entries"."busy_from" <= "diary_entries"."starts_at" and "diary_entries"."starts_at" < "diary_entries"."ends_at"
        and "diary_entries"."ends_at" <= "diary_entries"."busy_until"),
	CONSTRAINT "diary_entries_times_known" CHECK ("diary_entries"."busy_from" between '1900-01-01' and '9999-12-31' and "diary_entries"."busy_until" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
ALTER TABLE "paused_reminders" DROP CONSTRAINT "paused_reminders_kind_known";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind_known";--> statement-breakpoint
ALTER TABLE "business_details" ADD COLUMN "session_invoicing" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "diary_entry_id" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "invitation" text;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_source_id_calendar_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."calendar_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_ameb_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("ameb_booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_times_of_source" ON "busy_times" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "busy_times_by_end" ON "busy_times" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "opening_hours_of_service" ON "opening_hours" USING btree ("service_id");--> statement-breakpoint
CREATE UNIQUE INDEX "diary_entries_token" ON "diary_entries" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "diary_entries_of_quote" ON "diary_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "diary_entries_of_booking" ON "diary_entries" USING btree ("ameb_booking_id","kind");--> statement-breakpoint
CREATE INDEX "diary_entries_by_end" ON "diary_entries" USING btree ("busy_until","id");--> statement-breakpoint
CREATE INDEX "diary_entries_by_start" ON "diary_entries" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "diary_entries_of_client" ON "diary_entries" USING btree (lower("client_email"));--> statement-breakpoint
CREATE INDEX "diary_entries_of_service" ON "diary_entries" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "diary_entries_of_invoice" ON "diary_entries" USING btree ("sales_invoice_id") WHERE sales_invoice_id is not null;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_diary_entry_id_diary_entries_id_fk" FOREIGN KEY ("diary_entry_id") REFERENCES "public"."diary_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_of_appointment" ON "letters" USING btree ("diary_entry_id") WHERE diary_entry_id is not null;--> statement-breakpoint
ALTER TABLE "business_details" ADD CONSTRAINT "business_details_session_invoicing_known" CHECK ("business_details"."session_invoicing" in ('off', 'each', 'monthly'));--> statement-breakpoint
ALTER TABLE "paused_reminders" ADD CONSTRAINT "paused_reminders_kind_known" CHECK ("paused_reminders"."record_kind" in ('quote', 'invoice', 'appointment'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind_known" CHECK ("reminders"."record_kind" in ('quote', 'invoice', 'appointment'));--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "blocks" tstzrange NOT NULL GENERATED ALWAYS AS (tstzrange("busy_from", "busy_until")) STORED;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_no_overlap" EXCLUDE USING gist ("blocks" WITH &&) WHERE ("firm" AND "state" IN ('held', 'requested', 'booked'));
