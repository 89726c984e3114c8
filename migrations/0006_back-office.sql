CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "calendar_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "letters" DROP CONSTRAINT "letters_ameb_booking_id_ameb_bookings_id_fk";
--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_templates" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "activity_of_subject" ON "activity" USING btree ("subject_id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_ameb_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("ameb_booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ameb_bookings_pending" ON "ameb_bookings" USING btree ("created_at" DESC NULLS LAST,"id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_exam" ON "ameb_bookings" USING btree ("exam_date","id");--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_name" ON "ameb_bookings" USING btree (lower("student_parent_name"),"id");--> statement-breakpoint
CREATE INDEX "ameb_bookings_of_client" ON "ameb_bookings" USING btree (lower("contact_email"));--> statement-breakpoint
CREATE INDEX "ameb_bookings_deleted" ON "ameb_bookings" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_words" ON "ameb_bookings" USING gin (to_tsvector('simple', translate(coalesce("student_parent_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("exam_board_grade", '') || ' ' || coalesce("teacher_name", ''), '@.-_+/', '      ')));--> statement-breakpoint
CREATE INDEX "contact_messages_new" ON "contact_messages" USING btree ("created_at") WHERE state = 'new';--> statement-breakpoint
CREATE INDEX "contact_messages_of_client" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_messages_words" ON "contact_messages" USING gin (to_tsvector('simple', translate(coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("message", ''), '@.-_+/', '      ')));--> statement-breakpoint
CREATE INDEX "invoices_pending" ON "invoices" USING btree ("created_at" DESC NULLS LAST,"id") WHERE accepted_at is null and rejected_at is null;--> statement-breakpoint
CREATE INDEX "invoices_rejected" ON "invoices" USING btree ("created_at" DESC NULLS LAST,"id") WHERE rejected_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_revenue" ON "invoices" USING btree ("accepted_at","total_amount") WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_by_name" ON "invoices" USING btree (lower("client_name"),"id");--> statement-breakpoint
CREATE INDEX "invoices_by_event" ON "invoices" USING btree ("event_date","id");--> statement-breakpoint
CREATE INDEX "invoices_by_amount" ON "invoices" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "invoices_of_client" ON "invoices" USING btree (lower("client_email"));--> statement-breakpoint
CREATE INDEX "invoices_words" ON "invoices" USING gin (to_tsvector('simple', translate(coalesce("client_name", '') || ' ' || coalesce("client_email", '') || ' ' || coalesce("invoice_type", '') || ' ' || coalesce("event_title", '') || ' ' || coalesce("event_location", ''), '@.-_+/', '      ')));--> statement-breakpoint
CREATE INDEX "letters_to_client" ON "letters" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "letters_words" ON "letters" USING gin (to_tsvector('simple', translate(coalesce("recipient", '') || ' ' || coalesce("subject", ''), '@.-_+/', '      ')));--> statement-breakpoint
CREATE INDEX "quote_events_newest" ON "quote_events" USING btree ("at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE TRIGGER "activity_only_grows" BEFORE UPDATE OR DELETE ON "activity"
  FOR EACH ROW EXECUTE FUNCTION "only_grows"();
