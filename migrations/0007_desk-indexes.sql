DROP INDEX "ameb_bookings_pending";--> statement-breakpoint
DROP INDEX "ameb_bookings_words";--> statement-breakpoint
DROP INDEX "contact_messages_new";--> statement-breakpoint
DROP INDEX "contact_messages_words";--> statement-breakpoint
DROP INDEX "invoices_words";--> statement-breakpoint
DROP INDEX "letters_failed";--> statement-breakpoint
DROP INDEX "letters_words";--> statement-breakpoint
DROP INDEX "ameb_bookings_newest";--> statement-breakpoint
DROP INDEX "ameb_bookings_by_exam";--> statement-breakpoint
DROP INDEX "ameb_bookings_by_name";--> statement-breakpoint
DROP INDEX "contact_messages_suspected";--> statement-breakpoint
DROP INDEX "contact_messages_newest";--> statement-breakpoint
DROP INDEX "invoices_accepted";--> statement-breakpoint
DROP INDEX "invoices_newest";--> statement-breakpoint
DROP INDEX "invoices_pending";--> statement-breakpoint
DROP INDEX "invoices_rejected";--> statement-breakpoint
DROP INDEX "quote_events_newest";--> statement-breakpoint
DROP INDEX "letters_newest";--> statement-breakpoint
DROP INDEX "letters_to_client";--> statement-breakpoint
DROP INDEX "subscribers_newest";--> statement-breakpoint
DROP INDEX "activity_newest";--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_status" ON "ameb_bookings" USING btree ("status") WHERE deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_exam_backwards" ON "ameb_bookings" USING btree ("exam_date" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_suspected" ON "ameb_bookings" USING btree ("created_at","id") WHERE suspicion is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_by_state" ON "contact_messages" USING btree ("state") WHERE suspicion is null;--> statement-breakpoint
CREATE INDEX "contact_messages_by_name" ON "contact_messages" USING btree (lower("name"),"id") WHERE suspicion is null;--> statement-breakpoint
CREATE INDEX "invoices_accepted_backwards" ON "invoices" USING btree ("accepted_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_expiring" ON "invoices" USING btree ("valid_until") WHERE accepted_at is null and rejected_at is null and not draft;--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" USING btree ("created_at","id") WHERE draft;--> statement-breakpoint
CREATE INDEX "invoices_by_event_backwards" ON "invoices" USING btree ("event_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "letters_by_state" ON "letters" USING btree ("state");--> statement-breakpoint
CREATE INDEX "subscribers_by_state" ON "subscribers" USING btree ("state") WHERE suspicion is null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_newest" ON "ameb_bookings" USING btree ("created_at","id") WHERE deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_exam" ON "ameb_bookings" USING btree ("exam_date","id") WHERE deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "ameb_bookings_by_name" ON "ameb_bookings" USING btree (lower("student_parent_name"),"id") WHERE deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "contact_messages_suspected" ON "contact_messages" USING btree ("created_at","id") WHERE suspicion is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id") WHERE suspicion is null;--> statement-breakpoint
CREATE INDEX "invoices_accepted" ON "invoices" USING btree ("accepted_at","id") WHERE accepted_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_pending" ON "invoices" USING btree ("created_at","id") WHERE accepted_at is null and rejected_at is null and not draft;--> statement-breakpoint
CREATE INDEX "invoices_rejected" ON "invoices" USING btree ("created_at","id") WHERE rejected_at is not null;--> statement-breakpoint
CREATE INDEX "quote_events_newest" ON "quote_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "letters_newest" ON "letters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "letters_to_client" ON "letters" USING btree (lower("recipient"),"id");--> statement-breakpoint
CREATE INDEX "subscribers_newest" ON "subscribers" USING btree ("created_at","id") WHERE suspicion is null;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("at","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("client_name", '') || ' ' || coalesce("client_email", '') || ' ' || coalesce("invoice_type", '') || ' ' || coalesce("event_title", '') || ' ' || coalesce("event_location", '') || ' ' || left("id"::text, 8), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("student_parent_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("exam_board_grade", '') || ' ' || coalesce("teacher_name", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("message", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "email_templates" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("name", '') || ' ' || coalesce("subject", '') || ' ' || coalesce("body", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("recipient", '') || ' ' || coalesce("subject", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("email", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("actor", '') || ' ' || coalesce("action", '') || ' ' || coalesce("subject_kind", '') || ' ' || coalesce("label", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
-- Any part of a word is found by an index where the database has trigrams, by reading the column where it refuses them.
DO $$
DECLARE
  searched text;
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  FOREACH searched IN ARRAY ARRAY['invoices', 'ameb_bookings', 'contact_messages', 'letters', 'subscribers', 'activity'] LOOP
    EXECUTE format('CREATE INDEX %I ON %I USING gin ("search" gin_trgm_ops)', searched || '_search', searched);
  END LOOP;
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'Searches will read whole tables: %', SQLERRM;
END $$;
