ALTER TABLE "ameb_bookings" ADD COLUMN "arrived_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "arrived_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "who" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "arrived_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Tables that only grow open for one transaction, in the name of an entry of that transaction in the log.
CREATE OR REPLACE FUNCTION "only_grows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := nullif(current_setting('privacy.entry', true), '')::bigint;
BEGIN
  IF entry IS NULL OR NOT EXISTS (SELECT 1 FROM "activity" WHERE "id" = entry AND "subject_kind" = 'records') THEN
    RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER "quote_events_only_grow" ON "quote_events";
--> statement-breakpoint
DROP FUNCTION "quote_events_only_grow"();
--> statement-breakpoint
CREATE TRIGGER "quote_events_only_grow" BEFORE UPDATE OR DELETE ON "quote_events"
  FOR EACH ROW EXECUTE FUNCTION "only_grows"();
