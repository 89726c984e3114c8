CREATE TABLE "allowances" (
	"id" text PRIMARY KEY NOT NULL,
	"spent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unannounced_enquiries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unannounced_enquiries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "unannounced_enquiries_kind_known" CHECK ("unannounced_enquiries"."kind" in ('message', 'event', 'ameb'))
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "letters_held" ON "letters" USING btree ("created_at") WHERE held;