CREATE TABLE "form_counters" (
	"id" text PRIMARY KEY NOT NULL,
	"began" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriber_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriber_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscriber_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"suspicion" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailchimp" text DEFAULT 'none' NOT NULL,
	"mailchimp_error" text,
	CONSTRAINT "subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "subscribers_state_known" CHECK ("subscribers"."state" in ('pending', 'subscribed', 'unsubscribed')),
	CONSTRAINT "subscribers_mailchimp_known" CHECK ("subscribers"."mailchimp" in ('none', 'waiting', 'done', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "ameb_bookings" ADD COLUMN "suspicion" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "suspicion" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "subscriber_id" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "subscriber_events" ADD CONSTRAINT "subscriber_events_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_counters_began" ON "form_counters" USING btree ("began");--> statement-breakpoint
CREATE INDEX "submissions_at" ON "submissions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "subscriber_events_of_subscriber" ON "subscriber_events" USING btree ("subscriber_id","id");--> statement-breakpoint
CREATE INDEX "subscribers_newest" ON "subscribers" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_suspected" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST,"id") WHERE suspicion is not null;--> statement-breakpoint
CREATE FUNCTION "only_grows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "subscriber_events_only_grow" BEFORE UPDATE OR DELETE ON "subscriber_events"
  FOR EACH ROW EXECUTE FUNCTION "only_grows"();
