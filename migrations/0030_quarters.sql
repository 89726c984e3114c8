CREATE TABLE "lodged_quarters" (
	"quarter" text PRIMARY KEY NOT NULL,
	"lodged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_details" ADD COLUMN "gst_basis" text DEFAULT 'cash' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_details" ADD CONSTRAINT "business_details_gst_basis_known" CHECK ("business_details"."gst_basis" in ('cash', 'accrual'));