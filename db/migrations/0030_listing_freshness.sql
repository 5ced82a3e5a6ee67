CREATE TABLE "listing_confirmation" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"reminded_days" smallint,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "lapsed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listing_confirmation" ADD CONSTRAINT "listing_confirmation_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A trigger of its own, so that the one of the previous release stays as it is.
CREATE FUNCTION record_car_lapse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.lapsed_at IS NOT NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind) VALUES (NEW.id, car_key(NEW.vin), 'lapsed');
  ELSIF NEW.withdrawn_at IS NULL AND NEW.removed_at IS NULL AND NEW.sale_reversed_at IS NULL
    AND OLD.withdrawn_at IS NULL AND OLD.removed_at IS NULL AND OLD.sale_reversed_at IS NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind, price_minor)
      VALUES (NEW.id, car_key(NEW.vin), 'relisted', NEW.resale_price_minor);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_car_lapsed AFTER UPDATE OF lapsed_at ON listing FOR EACH ROW
  WHEN ((OLD.lapsed_at IS NULL) IS DISTINCT FROM (NEW.lapsed_at IS NULL))
  EXECUTE FUNCTION record_car_lapse();
