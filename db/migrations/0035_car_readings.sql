CREATE TABLE "car_reading" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"car_key" "bytea" NOT NULL,
	"make" text NOT NULL,
	"year" smallint,
	"mileage" integer NOT NULL,
	"unit" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "car_reading_car" ON "car_reading" USING btree ("car_key","id");--> statement-breakpoint
CREATE INDEX "car_reading_listing" ON "car_reading" USING btree ("listing_id");
--> statement-breakpoint
-- Before the triggers, which lock the table, so that this does not block writes.
INSERT INTO "car_reading" ("listing_id", "car_key", "make", "year", "mileage", "unit", "at")
  SELECT id, car_key(vin), make, year, mileage, mileage_unit, created_at FROM "listing"
  WHERE vin IS NOT NULL AND mileage IS NOT NULL ORDER BY created_at, id;
--> statement-breakpoint
CREATE TRIGGER car_reading_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON car_reading
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION record_new_readings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO car_reading (listing_id, car_key, make, year, mileage, unit)
    SELECT id, car_key(vin), make, year, mileage, mileage_unit FROM added
    WHERE vin IS NOT NULL AND mileage IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_reading() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO car_reading (listing_id, car_key, make, year, mileage, unit)
    VALUES (NEW.id, car_key(NEW.vin), NEW.make, NEW.year, NEW.mileage, NEW.mileage_unit);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_readings_added AFTER INSERT ON listing
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_new_readings();
--> statement-breakpoint
CREATE TRIGGER listing_reading_changed AFTER UPDATE OF vin, make, year, mileage, mileage_unit ON listing
  FOR EACH ROW WHEN (NEW.vin IS NOT NULL AND NEW.mileage IS NOT NULL
    AND (NEW.vin, NEW.make, NEW.year, NEW.mileage, NEW.mileage_unit)
      IS DISTINCT FROM (OLD.vin, OLD.make, OLD.year, OLD.mileage, OLD.mileage_unit))
  EXECUTE FUNCTION record_reading();
