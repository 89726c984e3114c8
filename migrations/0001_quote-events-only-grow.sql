CREATE FUNCTION "quote_events_only_grow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quote_events rows are never changed or deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER "quote_events_only_grow" BEFORE UPDATE OR DELETE ON "quote_events"
  FOR EACH ROW EXECUTE FUNCTION "quote_events_only_grow"();
