CREATE TABLE "business_details" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"trading_name" text DEFAULT '' NOT NULL,
	"abn" text DEFAULT '' NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"payid" text DEFAULT '' NOT NULL,
	"payid_kind" text,
	"payid_name" text DEFAULT '' NOT NULL,
	"bsb" text DEFAULT '' NOT NULL,
	"account_number" text DEFAULT '' NOT NULL,
	"deposit_days" integer DEFAULT 7 NOT NULL,
	"invoice_prefix" text DEFAULT 'INV-' NOT NULL,
	"invoicing" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "business_details_one_row" CHECK ("business_details"."id" = 1),
	CONSTRAINT "business_details_deposit_days_known" CHECK ("business_details"."deposit_days" between 0 and 365),
	CONSTRAINT "business_details_payid_kind_known" CHECK ("business_details"."payid_kind" in ('email', 'phone', 'abn'))
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_counters_kind_known" CHECK ("document_counters"."kind" in ('invoice', 'credit-note'))
);
--> statement-breakpoint
CREATE TABLE "gst_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"starts" date NOT NULL,
	"ends" date,
	CONSTRAINT "gst_registrations_in_order" CHECK ("gst_registrations"."ends" >= "gst_registrations"."starts"),
	CONSTRAINT "gst_registrations_times_known" CHECK ("gst_registrations"."starts" between '1900-01-01' and '9999-12-31' and "gst_registrations"."ends" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "invoice_pdfs" (
	"sales_invoice_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"drawn_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"reference" text,
	"slug" text,
	"quote_id" uuid,
	"ameb_booking_id" uuid,
	"credits_id" uuid,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"gst_cents" bigint,
	"seller" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"issued_on" date,
	"issued_at" timestamp with time zone,
	"due_on" date,
	"voided_at" timestamp with time zone,
	"void_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "sales_invoices_kind_known" CHECK ("sales_invoices"."kind" in ('deposit', 'balance', 'full', 'other', 'credit-note')),
	CONSTRAINT "sales_invoices_total_not_negative" CHECK ("sales_invoices"."total_cents" >= 0),
	CONSTRAINT "sales_invoices_gst_within_total" CHECK ("sales_invoices"."gst_cents" between 0 and "sales_invoices"."total_cents"),
	CONSTRAINT "sales_invoices_lines_array" CHECK (jsonb_typeof("sales_invoices"."lines") = 'array'),
	CONSTRAINT "sales_invoices_issued_whole" CHECK (("sales_invoices"."number" is null) = ("sales_invoices"."issued_on" is null)
        and ("sales_invoices"."number" is null) = ("sales_invoices"."issued_at" is null)
        and ("sales_invoices"."number" is null) = ("sales_invoices"."seller" is null)),
	CONSTRAINT "sales_invoices_credit_names_invoice" CHECK (("sales_invoices"."kind" = 'credit-note') = ("sales_invoices"."credits_id" is not null)),
	CONSTRAINT "sales_invoices_times_known" CHECK ("sales_invoices"."issued_on" between '1900-01-01' and '9999-12-31' and "sales_invoices"."due_on" between '1900-01-01' and '9999-12-31' and "sales_invoices"."created_at" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "bank_column_mappings" (
	"header" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_id" uuid NOT NULL,
	"day" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"text" text NOT NULL,
	"occurrence" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "bank_lines_are_credits" CHECK ("bank_lines"."amount_cents" > 0),
	CONSTRAINT "bank_lines_times_known" CHECK ("bank_lines"."day" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sales_invoice_id" uuid NOT NULL,
	"paid_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reverses_id" bigint,
	"bank_line_id" bigint,
	"external_id" text,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_amount_not_zero" CHECK ("payments"."amount_cents" <> 0),
	CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('payid', 'bank-transfer', 'card', 'cash', 'other')),
	CONSTRAINT "payments_times_known" CHECK ("payments"."paid_on" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
CREATE TABLE "paused_reminders" (
	"record_kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"paused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paused_reminders_record_kind_record_id_pk" PRIMARY KEY("record_kind","record_id"),
	CONSTRAINT "paused_reminders_kind_known" CHECK ("paused_reminders"."record_kind" in ('quote', 'invoice'))
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"step" text NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'wanted' NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "reminders_kind_known" CHECK ("reminders"."record_kind" in ('quote', 'invoice')),
	CONSTRAINT "reminders_state_known" CHECK ("reminders"."state" in ('wanted', 'sent', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "email_attachments" (
	"email_id" uuid NOT NULL,
	"sales_invoice_id" uuid NOT NULL,
	CONSTRAINT "email_attachments_email_id_sales_invoice_id_pk" PRIMARY KEY("email_id","sales_invoice_id")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "sales_invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice_pdfs" ADD CONSTRAINT "invoice_pdfs_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD CONSTRAINT "sales_invoices_quote_id_invoices_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD CONSTRAINT "sales_invoices_ameb_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("ameb_booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD CONSTRAINT "sales_invoices_credits_id_sales_invoices_id_fk" FOREIGN KEY ("credits_id") REFERENCES "public"."sales_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_import_id_bank_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bank_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reverses_id_payments_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_line_id_bank_lines_id_fk" FOREIGN KEY ("bank_line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD CONSTRAINT "email_attachments_email_id_letters_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_attachments" ADD CONSTRAINT "email_attachments_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoices_number" ON "sales_invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoices_reference" ON "sales_invoices" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoices_slug" ON "sales_invoices" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "sales_invoices_of_quote" ON "sales_invoices" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "sales_invoices_of_booking" ON "sales_invoices" USING btree ("ameb_booking_id");--> statement-breakpoint
CREATE INDEX "sales_invoices_credits" ON "sales_invoices" USING btree ("credits_id");--> statement-breakpoint
CREATE INDEX "sales_invoices_of_client" ON "sales_invoices" USING btree (lower("buyer_email"));--> statement-breakpoint
CREATE INDEX "sales_invoices_issued" ON "sales_invoices" USING btree ("issued_on","id");--> statement-breakpoint
CREATE INDEX "sales_invoices_due" ON "sales_invoices" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "sales_invoices_newest" ON "sales_invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_once" ON "bank_lines" USING btree ("fingerprint","occurrence");--> statement-breakpoint
CREATE INDEX "bank_lines_of_import" ON "bank_lines" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "bank_lines_newest" ON "bank_lines" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "payments_of_invoice" ON "payments" USING btree ("sales_invoice_id","id");--> statement-breakpoint
CREATE INDEX "payments_of_line" ON "payments" USING btree ("bank_line_id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("paid_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reversed_once" ON "payments" USING btree ("reverses_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_external" ON "payments" USING btree ("external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_once" ON "reminders" USING btree ("record_kind","record_id","step");--> statement-breakpoint
CREATE INDEX "reminders_wanted" ON "reminders" USING btree ("due_on","id") WHERE state = 'wanted';--> statement-breakpoint
CREATE INDEX "email_attachments_of_invoice" ON "email_attachments" USING btree ("sales_invoice_id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_sales_invoice_id_sales_invoices_id_fk" FOREIGN KEY ("sales_invoice_id") REFERENCES "public"."sales_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_of_sales_invoice" ON "letters" USING btree ("sales_invoice_id") WHERE sales_invoice_id is not null;--> statement-breakpoint
ALTER TABLE "gst_registrations" ADD CONSTRAINT "gst_registrations_no_overlap" EXCLUDE USING gist (daterange("starts", "ends", '[]') WITH &&);--> statement-breakpoint
CREATE TRIGGER "payments_only_grow" BEFORE UPDATE OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "only_grows"();--> statement-breakpoint
ALTER TABLE "sales_invoices" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || translate(coalesce("number", '') || ' ' || coalesce("reference", '') || ' ' || "buyer_name" || ' ' || "buyer_email" || ' ' || "title", '@.-_+/#&,:;()"''’', repeat(' ', 16)))) STORED;--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX "sales_invoices_search" ON "sales_invoices" USING gin ("search" gin_trgm_ops);
  END IF;
END $$;
