DROP INDEX "invoices_rejected";--> statement-breakpoint
CREATE INDEX "invoices_closed" ON "invoices" USING btree ("rejected_at","id") WHERE rejected_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_by_activity" ON "invoices" USING btree (greatest("created_at", "updated_at", "sent_at", "viewed_at", "accepted_at", "rejected_at"),"id");