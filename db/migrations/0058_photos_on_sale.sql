-- The upload that an address of this shop means; null for another one.
CREATE FUNCTION image_id(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(address from '^/images/([^/]+)/');
--> statement-breakpoint
-- The uploads that a listing shows.
CREATE FUNCTION image_ids(photos jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(image_id(photo ->> 'image')), '{}') FROM jsonb_array_elements(photos) AS photo
);
--> statement-breakpoint
-- The job parks the photos of cars that are off sale. They are due once the car is back, unless its seller has chosen others.
CREATE FUNCTION fetch_parked_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feed_photo SET next_attempt_at = now()
    WHERE listing_id = NEW.id AND next_attempt_at IS NULL AND shown_image IS DISTINCT FROM '';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_photos_due AFTER UPDATE OF withdrawn_at, removed_at, lapsed_at ON listing FOR EACH ROW
  WHEN (NEW.withdrawn_at IS NULL AND NEW.removed_at IS NULL AND NEW.lapsed_at IS NULL
    AND (OLD.withdrawn_at IS NOT NULL OR OLD.removed_at IS NOT NULL OR OLD.lapsed_at IS NOT NULL))
  EXECUTE FUNCTION fetch_parked_photos();
