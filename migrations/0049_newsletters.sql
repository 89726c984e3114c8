CREATE TABLE "mailing_pictures" (
	"mailing_id" uuid PRIMARY KEY NOT NULL,
	"picture_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"state" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"picture_id" uuid,
	"picture_alt" text DEFAULT '' NOT NULL,
	"button_label" text DEFAULT '' NOT NULL,
	"button_url" text DEFAULT '' NOT NULL,
	"audience" text DEFAULT 'all' NOT NULL,
	"in_archive" boolean DEFAULT true NOT NULL,
	"sends_at" timestamp with time zone,
	"addressed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"slug" text,
	"html" text,
	"text" text,
	CONSTRAINT "mailings_slug_unique" UNIQUE("slug"),
	CONSTRAINT "mailings_state_known" CHECK ("mailings"."state" in ('draft', 'waiting', 'sending', 'sent', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"per_minute" integer DEFAULT 60 NOT NULL,
	"sender" text,
	"next_slot" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_settings_one_row" CHECK ("newsletter_settings"."id" = 1),
	CONSTRAINT "newsletter_settings_pace" CHECK ("newsletter_settings"."per_minute" > 0),
	CONSTRAINT "newsletter_settings_sender_known" CHECK ("newsletter_settings"."sender" in ('site', 'mailchimp'))
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "mailing_id" uuid;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "suppressed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailing_pictures" ADD CONSTRAINT "mailing_pictures_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailings_newest" ON "mailings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mailings_unsettled" ON "mailings" USING btree ("sends_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_once_a_reader" ON "letters" USING btree ("mailing_id","subscriber_id") WHERE mailing_id is not null;