-- Finds the photos of feeds that have arrived and are not shown.
create index concurrently if not exists "feed_photo_arrived" on "feed_photo" using btree ("listing_id") where "image" is not null and "position" is not null and "shown_image" is distinct from "image" and "shown_image" is distinct from '';
