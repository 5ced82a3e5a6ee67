ALTER TABLE "feed" ADD COLUMN "fetch_username" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_password" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_private_key" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_host_key" text;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_new_host_key" text;