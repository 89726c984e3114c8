ALTER TABLE "quote_events" DROP CONSTRAINT "quote_events_kind_known";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_closed_as_known";--> statement-breakpoint
DROP INDEX "invoices_accepted";--> statement-breakpoint
DROP INDEX "invoices_accepted_backwards";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "kept_amount" numeric(10, 2);--> statement-breakpoint
CREATE INDEX "invoices_kept" ON "invoices" USING btree ("rejected_at","kept_amount") WHERE rejected_at is not null and kept_amount > 0;--> statement-breakpoint
CREATE INDEX "invoices_accepted" ON "invoices" USING btree ("accepted_at","id") WHERE (accepted_at is not null) or (rejected_at is not null and kept_amount > 0);--> statement-breakpoint
CREATE INDEX "invoices_accepted_backwards" ON "invoices" USING btree ("accepted_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE (accepted_at is not null) or (rejected_at is not null and kept_amount > 0);--> statement-breakpoint
ALTER TABLE "quote_events" ADD CONSTRAINT "quote_events_kind_known" CHECK ("quote_events"."kind" in ('sent', 'viewed', 'revised', 'accepted', 'rejected', 'declined', 'withdrawn', 'replaced', 'cancelled', 'reopened'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_kept_known" CHECK ("invoices"."kept_amount" >= 0 and "invoices"."kept_amount" <> 'NaN');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_closed_as_known" CHECK ("invoices"."closed_as" in ('declined', 'withdrawn', 'replaced', 'cancelled'));