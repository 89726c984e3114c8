DROP INDEX "invoices_by_amount";--> statement-breakpoint
CREATE INDEX "invoices_by_amount" ON "invoices" USING btree (coalesce("kept_amount", "total_amount"),"id");