CREATE TABLE "site_setup" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"steps" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kept" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "site_setup_one_row" CHECK ("site_setup"."id" = 1)
);
