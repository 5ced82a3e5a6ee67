CREATE TABLE "feed_photo" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"url" text NOT NULL,
	"position" smallint,
	"image" text,
	"etag" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"error" text,
	"shown_image" text,
	"shown_position" smallint
);
--> statement-breakpoint
ALTER TABLE "feed_photo" ADD CONSTRAINT "feed_photo_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feed_photo_url" ON "feed_photo" USING btree ("listing_id","url");--> statement-breakpoint
CREATE INDEX "feed_photo_due" ON "feed_photo" USING btree ("next_attempt_at") WHERE "feed_photo"."position" is not null;--> statement-breakpoint
CREATE INDEX "feed_photo_moved" ON "feed_photo" USING btree ("listing_id") WHERE "feed_photo"."position" is null or "feed_photo"."position" <> "feed_photo"."shown_position";