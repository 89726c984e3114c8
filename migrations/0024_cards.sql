CREATE TABLE "card_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"sales_invoice_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"answer_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"told" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_matches" (
	"external_id" text PRIMARY KEY NOT NULL,
	"payment_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_pages" (
	"id" text PRIMARY KEY NOT NULL,
	"sales_invoice_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "payment_id" bigint;--> statement-breakpoint
ALTER TABLE "card_disputes" ADD CONSTRAINT "card_disputes_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_matches" ADD CONSTRAINT "card_matches_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_disputes_of_invoice" ON "card_disputes" USING btree ("sales_invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_matches_once" ON "card_matches" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "card_pages_of_invoice" ON "card_pages" USING btree ("sales_invoice_id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_of_payment" ON "letters" USING btree ("payment_id") WHERE payment_id is not null;