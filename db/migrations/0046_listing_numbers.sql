ALTER TABLE "listing" ADD COLUMN "stock_number" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "registration" text;