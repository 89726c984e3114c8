DROP INDEX "invoices_expiring";--> statement-breakpoint
DROP INDEX "sales_invoices_open";--> statement-breakpoint
CREATE INDEX "ameb_bookings_pending" ON "ameb_bookings" USING btree ("created_at","id","arrived_at") WHERE status = 'pending' and deleted_at is null and suspicion is null;--> statement-breakpoint
CREATE INDEX "sales_invoices_paid" ON "sales_invoices" USING btree ("issued_on" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE number is not null and kind <> 'credit-note' and voided_at is null
  and (total_cents = 0 or (paid_cents > 0 and paid_cents + credited_cents >= total_cents));--> statement-breakpoint
CREATE INDEX "sales_invoices_returned" ON "sales_invoices" USING btree ("created_at") WHERE returned_cents > 0;--> statement-breakpoint
CREATE INDEX "diary_entries_newest" ON "diary_entries" USING btree ("created_at") WHERE kind = 'appointment' and suspicion is null and client_email is not null;--> statement-breakpoint
CREATE INDEX "diary_entries_taking" ON "diary_entries" USING btree ("starts_at","ends_at","id") WHERE state in ('held', 'requested', 'booked') and suspicion is null;--> statement-breakpoint
CREATE INDEX "diary_entries_not_firm" ON "diary_entries" USING btree ("busy_until") WHERE not firm;--> statement-breakpoint
CREATE INDEX "invoices_expiring" ON "invoices" USING btree ("valid_until","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE accepted_at is null and rejected_at is null and not draft;--> statement-breakpoint
CREATE INDEX "sales_invoices_open" ON "sales_invoices" USING btree ("due_on","id") WHERE number is not null and kind <> 'credit-note' and voided_at is null
  and total_cents - greatest(paid_cents + credited_cents, 0) > 0;--> statement-breakpoint
-- Without it a third of all invoices is expected to be open, which an index would not be worth.
CREATE STATISTICS "sales_invoices_rest" ON (total_cents - greatest(paid_cents + credited_cents, 0)) FROM "sales_invoices";--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX "diary_entries_search" ON "diary_entries" USING gin ("search" gin_trgm_ops);
    CREATE INDEX "client_notes_search" ON "client_notes" USING gin ("search" gin_trgm_ops);
  END IF;
END $$;
