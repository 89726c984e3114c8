CREATE TABLE "waiting_list" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"service_id" uuid NOT NULL,
	"zone" text NOT NULL,
	"weekdays" text[] NOT NULL,
	"time_of_day" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"known" timestamp with time zone[] NOT NULL,
	"told_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_list_times_of_day_known" CHECK ("waiting_list"."time_of_day" in ('any', 'morning', 'afternoon', 'evening')),
	CONSTRAINT "waiting_list_days_known" CHECK ("waiting_list"."from_day" between '1900-01-01' and '9999-12-31' and "waiting_list"."until_day" between '1900-01-01' and '9999-12-31' and "waiting_list"."told_on" between '1900-01-01' and '9999-12-31' and "waiting_list"."created_at" between '1900-01-01' and '9999-12-31')
);
--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_list_of_service" ON "waiting_list" USING btree ("service_id");