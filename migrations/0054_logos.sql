ALTER TABLE "picture_files" DROP CONSTRAINT "picture_files_format_known";--> statement-breakpoint
ALTER TABLE "pictures" DROP CONSTRAINT "pictures_shape_known";--> statement-breakpoint
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_format_known" CHECK ("picture_files"."format" in ('avif', 'webp', 'jpg', 'png'));--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_shape_known" CHECK ("pictures"."shape" in ('portrait', 'landscape', 'share', 'wordmark', 'symbol'));