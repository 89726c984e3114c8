ALTER TABLE "quote_events" DROP CONSTRAINT "quote_events_kind_known";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "closed_as" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "viewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "enquiry_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_replaces_id_invoices_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_enquiry_id_contact_messages_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."contact_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_successor" ON "invoices" USING btree ("replaces_id") WHERE rejected_at is null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_closed_as_known" CHECK ("invoices"."closed_as" in ('declined', 'withdrawn', 'replaced'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_draft_is_ours_alone" CHECK (not "invoices"."draft" or ("invoices"."slug" is null and "invoices"."accepted_at" is null and "invoices"."rejected_at" is null));--> statement-breakpoint
ALTER TABLE "quote_events" ADD CONSTRAINT "quote_events_kind_known" CHECK ("quote_events"."kind" in ('sent', 'viewed', 'revised', 'accepted', 'rejected', 'declined', 'withdrawn', 'replaced', 'reopened'));