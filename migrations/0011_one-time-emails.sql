ALTER TABLE "letters" DROP CONSTRAINT "letters_state_known";--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "one_time_hash" text;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_state_known" CHECK ("letters"."state" in ('queued', 'sending', 'sent', 'captured', 'failed', 'expired'));