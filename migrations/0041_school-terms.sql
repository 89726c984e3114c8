CREATE TABLE "school_terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "school_terms_days_in_order" CHECK ("school_terms"."first_day" <= "school_terms"."last_day"),
	CONSTRAINT "school_terms_days_known" CHECK ("school_terms"."first_day" between '1900-01-01' and '9999-12-31' and "school_terms"."last_day" between '1900-01-01' and '9999-12-31')
);
