-- These find what shows an image that is released.
create index concurrently if not exists "listing_images" on "listing" using gin (image_ids(photos)) where photos <> '[]';
--> statement-breakpoint
create index concurrently if not exists "booking_image" on "booking" using btree (image_id(image));
--> statement-breakpoint
create index concurrently if not exists "account_image" on "account" using btree (image_id(photo_url));
