-- Works are typed one a line: a line break parts words, too.
ALTER TABLE "ameb_bookings" DROP COLUMN IF EXISTS "search";--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("student_parent_name", '') || ' ' || coalesce("candidate_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("exam_board_grade", '') || ' ' || coalesce("teacher_name", '') || ' ' || coalesce("exam_venue", '') || ' ' || coalesce("works", ''), '@.-_+/#&,:;()"''’' || chr(10) || chr(13), repeat(' ', 18)))) STORED;--> statement-breakpoint
-- Without trigrams the column is read from end to end, as in the other searches.
DO $$
BEGIN
  CREATE INDEX IF NOT EXISTS "ameb_bookings_search" ON "ameb_bookings" USING gin ("search" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE WARNING 'Searches will read whole tables: %', SQLERRM;
END $$;
