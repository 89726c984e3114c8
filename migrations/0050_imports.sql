CREATE TABLE "erased_people" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea",
	"choice" jsonb,
	"kind" text,
	"counts" jsonb,
	"imported_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_kind_known" CHECK ("imports"."kind" in ('clients', 'appointments', 'subscribers'))
);
--> statement-breakpoint
ALTER TABLE "client_notes" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "client_notes" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriber_events" ADD COLUMN "import_id" uuid;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_events" ADD CONSTRAINT "subscriber_events_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_notes_of_import" ON "client_notes" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "diary_entries_of_import" ON "diary_entries" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "subscriber_events_of_import" ON "subscriber_events" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
ALTER TABLE "client_notes" ADD COLUMN "search" text GENERATED ALWAYS AS ("search_text"(coalesce("name", '') || ' ' || "email")) STORED;
