ALTER TABLE "contact_messages" ADD COLUMN "digits" text GENERATED ALWAYS AS (regexp_replace("message", '[^0-9]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "client_notes" ADD COLUMN "digits" text GENERATED ALWAYS AS (regexp_replace("phone", '[^0-9]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "ameb_bookings" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("student_parent_name", '') || ' ' || coalesce("candidate_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("exam_board_grade", '') || ' ' || coalesce("teacher_name", ''), '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
-- Without trigrams these columns are read from end to end, as the other searches are.
DO $$
BEGIN
  CREATE INDEX "ameb_bookings_search" ON "ameb_bookings" USING gin ("search" gin_trgm_ops);
  CREATE INDEX "contact_messages_digits" ON "contact_messages" USING gin ("digits" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'Searches will read whole tables: %', SQLERRM;
END $$;
