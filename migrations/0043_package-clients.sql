ALTER TABLE "credits" ADD COLUMN "client_email" text;--> statement-breakpoint
UPDATE "credits" SET "client_email" = "buyer_email" FROM "sales_invoices" WHERE "sales_invoices"."id" = "sales_invoice_id";--> statement-breakpoint
ALTER TABLE "credits" ALTER COLUMN "client_email" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "credits_of_client" ON "credits" USING btree (lower("client_email"));