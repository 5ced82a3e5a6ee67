-- Finds the parked photos of cars that are back on sale.
create index concurrently if not exists "feed_photo_parked" on "feed_photo" using btree ("listing_id") where "next_attempt_at" is null and "position" is not null and "shown_image" is distinct from '';
