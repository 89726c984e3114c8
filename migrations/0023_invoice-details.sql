ALTER TABLE "invoice_pdfs" DROP CONSTRAINT "invoice_pdfs_pkey";--> statement-breakpoint
ALTER TABLE "invoice_pdfs" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_pdfs" ADD COLUMN "shows" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "buyer_abn" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "buyer_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "purchase_order" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "copy_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD COLUMN "shows" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_pdfs_once" ON "invoice_pdfs" USING btree ("sales_invoice_id",md5("shows"::text));--> statement-breakpoint
-- What was drawn or attached before shows what holds now, unless the business was changed after a drawing.
CREATE TEMPORARY VIEW "shown_now" AS
	SELECT "invoice"."id", jsonb_build_object(
		'buyerName', "buyer_name", 'buyerEmail', "buyer_email", 'buyerAbn', '', 'buyerAddress', '',
		'purchaseOrder', '', 'dueOn', "due_on",
		'ways', CASE WHEN "kind" <> 'credit-note' THEN jsonb_build_object(
			'legalName', coalesce("legal_name", ''), 'payId', coalesce("payid", ''), 'payIdKind', "payid_kind",
			'payIdName', coalesce("payid_name", ''), 'bsb', coalesce("bsb", ''),
			'accountNumber', coalesce("account_number", '')) END) AS "shows",
		"business"."updated_at"
	FROM "sales_invoices" "invoice" LEFT JOIN "business_details" "business" ON true;--> statement-breakpoint
UPDATE "invoice_pdfs" SET "shows" = "now"."shows" FROM "shown_now" "now"
	WHERE "now"."id" = "sales_invoice_id" AND "drawn_at" >= coalesce("now"."updated_at", '-infinity');--> statement-breakpoint
UPDATE "email_attachments" SET "shows" = "now"."shows" FROM "shown_now" "now"
	WHERE "now"."id" = "sales_invoice_id";--> statement-breakpoint
DROP VIEW "shown_now";
