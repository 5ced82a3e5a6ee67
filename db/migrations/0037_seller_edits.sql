-- Searches read whether the seller is verified, and the seller's place for cars without their own. What they read before
-- is kept for saved searches, as for edits of a listing. A suspension takes cars away and brings the same ones back.
CREATE OR REPLACE FUNCTION catalogue_seller_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.name, OLD.is_verified, OLD.verified_at, OLD.verification_checks, OLD.suspended_at, OLD.location, OLD.deleted_at)
     IS DISTINCT FROM (NEW.name, NEW.is_verified, NEW.verified_at, NEW.verification_checks, NEW.suspended_at, NEW.location, NEW.deleted_at) THEN
    INSERT INTO catalogue_change (listing_id, facts_before)
    SELECT id, CASE WHEN (OLD.is_verified, OLD.location) IS DISTINCT FROM (NEW.is_verified, NEW.location)
      AND OLD.suspended_at IS NULL AND NEW.suspended_at IS NULL AND NEW.deleted_at IS NULL
      THEN jsonb_build_object('isSellerVerified', OLD.is_verified, 'sellerLocation', OLD.location) END
    FROM listing WHERE seller_id = NEW.id;
    NOTIFY catalogue_changed;
  END IF;
  RETURN NULL;
END $$;
