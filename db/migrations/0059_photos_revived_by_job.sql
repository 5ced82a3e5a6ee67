-- A job makes parked photos due again: the trigger did it row by row in statements about all cars of a feed. It does so for the
-- previous release as well while both run.
DROP TRIGGER IF EXISTS listing_photos_due ON listing;--> statement-breakpoint
DROP FUNCTION IF EXISTS fetch_parked_photos();
