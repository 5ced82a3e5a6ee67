ALTER TABLE "listing" DROP CONSTRAINT "listing_category_known";--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_category_known" CHECK ("listing"."category_id" > 0) NOT VALID;
