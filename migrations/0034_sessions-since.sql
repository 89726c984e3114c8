ALTER TABLE "business_details" ADD COLUMN "sessions_since" timestamp with time zone;--> statement-breakpoint
-- What was done before, where each session is invoiced, was dealt with at six in the morning after it.
UPDATE "business_details" SET "sessions_since" = CASE "session_invoicing"
  WHEN 'monthly' THEN date_trunc('month', now() AT TIME ZONE 'Australia/Melbourne') AT TIME ZONE 'Australia/Melbourne'
  ELSE now() - interval '2 days' END;
