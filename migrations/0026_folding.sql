-- Kept in step with app/values/folding.ts. Letters that become two are replaced one by one.
CREATE FUNCTION "fold_text"(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN normalize(translate(replace(replace(replace(replace(lower(regexp_replace(normalize(regexp_replace(typed, '[''`´‘’‚‛′＇\u02b9-\u02bf\u02c8\ua78c]', '', 'g'), NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200d\u20d0-\u20f0\ufe00-\ufe0f]', '', 'g')), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
  'ɓđðɖɗəɛƒħıĸƙłŋøɔŧƴς', 'bddddaefhikklnootyσ'), NFC);--> statement-breakpoint
-- A space before every word.
CREATE FUNCTION "search_text"(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ' ' || translate("fold_text"(typed), '@.-_+/#&,:;()"“”„«»!?*|[]{}<>=~·•‐‒–—―−→、。・' || chr(9) || chr(10) || chr(13), repeat(' ', 46));--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("client_name", '') || ' ' || coalesce("client_email", '') || ' ' || coalesce("invoice_type", '') || ' ' || coalesce("event_title", '') || ' ' || coalesce("event_location", '') || ' ' || left("id"::text, 8))) STORED;--> statement-breakpoint
ALTER TABLE "ameb_bookings" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("student_parent_name", '') || ' ' || coalesce("candidate_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("exam_board_grade", '') || ' ' || coalesce("teacher_name", '') || ' ' || coalesce("exam_venue", '') || ' ' || coalesce("works", ''))) STORED;--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("message", ''))) STORED;--> statement-breakpoint
ALTER TABLE "email_templates" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("name", '') || ' ' || coalesce("subject", '') || ' ' || coalesce("body", ''))) STORED;--> statement-breakpoint
ALTER TABLE "letters" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("recipient", '') || ' ' || coalesce("subject", ''))) STORED;--> statement-breakpoint
ALTER TABLE "subscribers" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("email", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) STORED;--> statement-breakpoint
ALTER TABLE "activity" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("actor", '') || ' ' || coalesce("action", '') || ' ' || coalesce("subject_kind", '') || ' ' || coalesce("label", ''))) STORED;--> statement-breakpoint
ALTER TABLE "sales_invoices" DROP COLUMN "search", ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("number", '') || ' ' || coalesce("reference", '') || ' ' || coalesce("buyer_name", '') || ' ' || coalesce("buyer_email", '') || ' ' || coalesce("title", ''))) STORED;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("client_name", '') || ' ' || coalesce("client_email", '') || ' ' || coalesce("student", '') || ' ' || coalesce("title", ''))) STORED;--> statement-breakpoint
-- Without trigrams these columns are read from end to end; those of templates and the diary are short enough for that.
DO $$
DECLARE
  searched text;
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    FOREACH searched IN ARRAY ARRAY['invoices', 'ameb_bookings', 'contact_messages', 'letters', 'subscribers', 'activity', 'sales_invoices'] LOOP
      EXECUTE format('CREATE INDEX %I ON %I USING gin ("search" gin_trgm_ops)', searched || '_search', searched);
    END LOOP;
  END IF;
END $$;
