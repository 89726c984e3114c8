CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sales_invoice_id" uuid NOT NULL,
	"minutes" integer NOT NULL,
	"count" integer NOT NULL,
	"single_price" integer NOT NULL,
	"expires_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_amounts_known" CHECK ("credits"."minutes" > 0 and "credits"."count" > 0 and "credits"."single_price" >= 0),
	CONSTRAINT "credits_times_known" CHECK ("credits"."expires_on" between '1900-01-01' and '9999-12-31' and "credits"."created_at" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "credit_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"credit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"entry_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_moves_kind_known" CHECK ("credit_moves"."kind" in ('bought', 'used', 'returned', 'goodwill', 'expired', 'refunded')),
	CONSTRAINT "credit_moves_amount_not_zero" CHECK ("credit_moves"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "credit_id" uuid;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_moves" ADD CONSTRAINT "credit_moves_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_moves" ADD CONSTRAINT "credit_moves_entry_id_diary_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."diary_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credits_of_invoice" ON "credits" USING btree ("sales_invoice_id");--> statement-breakpoint
CREATE INDEX "credit_moves_of_credit" ON "credit_moves" USING btree ("credit_id","id");--> statement-breakpoint
CREATE INDEX "credit_moves_of_entry" ON "credit_moves" USING btree ("entry_id");--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "diary_entries_of_credit" ON "diary_entries" USING btree ("credit_id") WHERE credit_id is not null;