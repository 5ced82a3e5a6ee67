ALTER TABLE "feed_car" ADD COLUMN "decided" jsonb;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "off_sale_at" timestamp with time zone;