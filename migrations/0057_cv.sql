CREATE TABLE "cv_document" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"file_name" text NOT NULL,
	"pages" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "cv_document_one_row" CHECK ("cv_document"."id" = 1)
);
