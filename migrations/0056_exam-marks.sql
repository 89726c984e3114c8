CREATE TABLE "exam_marks" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "exam_marks_booking_id_kind_pk" PRIMARY KEY("booking_id","kind"),
	CONSTRAINT "exam_marks_kind_known" CHECK ("exam_marks"."kind" in ('arrived', 'done'))
);
--> statement-breakpoint
ALTER TABLE "exam_marks" ADD CONSTRAINT "exam_marks_booking_id_ameb_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."ameb_bookings"("id") ON DELETE cascade ON UPDATE no action;