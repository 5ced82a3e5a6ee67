-- The catalogue's change feed. Triggers write it, so every writer (API, jobs, imports, psql) is heard.
CREATE FUNCTION catalogue_listing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (listing_id) SELECT DISTINCT id FROM changed;
  NOTIFY catalogue_changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_listing_of_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (listing_id) SELECT DISTINCT listing_id FROM changed;
  NOTIFY catalogue_changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION catalogue_seller_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.name, OLD.is_verified, OLD.location, OLD.deleted_at)
     IS DISTINCT FROM (NEW.name, NEW.is_verified, NEW.location, NEW.deleted_at) THEN
    INSERT INTO catalogue_change (listing_id) SELECT id FROM listing WHERE seller_id = NEW.id;
    NOTIFY catalogue_changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_inserted AFTER INSERT ON listing
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_changed();
--> statement-breakpoint
CREATE TRIGGER listing_updated AFTER UPDATE ON listing
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_changed();
--> statement-breakpoint
CREATE TRIGGER listing_deleted AFTER DELETE ON listing
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_changed();
--> statement-breakpoint
CREATE TRIGGER booking_inserted AFTER INSERT ON booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER booking_updated AFTER UPDATE ON booking
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER report_inserted AFTER INSERT ON report
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER report_updated AFTER UPDATE ON report
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_listing_of_row_changed();
--> statement-breakpoint
CREATE TRIGGER account_updated AFTER UPDATE ON account
  FOR EACH ROW EXECUTE FUNCTION catalogue_seller_changed();
