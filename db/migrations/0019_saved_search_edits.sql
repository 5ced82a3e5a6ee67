ALTER TABLE "catalogue_change" ADD COLUMN "facts_before" jsonb;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD COLUMN "announced_before_minor" bigint;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD COLUMN "email_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE FUNCTION catalogue_listing_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (listing_id, facts_before)
  SELECT changed.id, CASE WHEN
    (before.name, before.make, before.model, before.year, before.mileage, before.mileage_unit, before.fuel,
      before.transmission, before.engine_size_cc, before.body_type, before.colour, before.location,
      before.description, before.resale_price_minor)
    IS DISTINCT FROM
    (changed.name, changed.make, changed.model, changed.year, changed.mileage, changed.mileage_unit, changed.fuel,
      changed.transmission, changed.engine_size_cc, changed.body_type, changed.colour, changed.location,
      changed.description, changed.resale_price_minor)
  THEN jsonb_build_object(
    'name', before.name, 'make', before.make, 'model', before.model, 'year', before.year,
    'mileage', before.mileage, 'mileageUnit', before.mileage_unit, 'fuel', before.fuel,
    'transmission', before.transmission, 'engineSizeCc', before.engine_size_cc, 'bodyType', before.body_type,
    'colour', before.colour, 'location', before.location, 'description', before.description,
    'resalePriceMinor', before.resale_price_minor)
  END
  FROM changed LEFT JOIN before ON before.id = changed.id;
  NOTIFY catalogue_changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER listing_updated ON listing;
--> statement-breakpoint
CREATE TRIGGER listing_updated AFTER UPDATE ON listing
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_updated();
