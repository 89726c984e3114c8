ALTER TABLE "diary_entries" ADD COLUMN "declined" boolean DEFAULT false NOT NULL;
