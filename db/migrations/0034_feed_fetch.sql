ALTER TABLE "feed" ADD COLUMN "fetch_url" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_hour" smallint;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "next_fetch_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_etag" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_error" text;