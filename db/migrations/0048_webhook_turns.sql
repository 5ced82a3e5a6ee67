ALTER TABLE "webhook_endpoint" ADD COLUMN "sending_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "last_sent_at" timestamp (3) with time zone;