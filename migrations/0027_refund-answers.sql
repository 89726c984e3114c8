CREATE TABLE "refund_answers" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_answers_purpose_known" CHECK ("refund_answers"."purpose" in ('overpaid', 'called-off', 'again'))
);
--> statement-breakpoint
ALTER TABLE "refund_answers" ADD CONSTRAINT "refund_answers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;