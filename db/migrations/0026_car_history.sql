CREATE TABLE "car_event_seal" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "car_event_seal_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "car_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"car_key" "bytea",
	"kind" text NOT NULL,
	"price_minor" bigint,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "car_event_unsealed" (
	"event_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "car_history_head" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" "bytea" NOT NULL,
	"filled_to" uuid
);
--> statement-breakpoint
ALTER TABLE "car_event_seal" ADD CONSTRAINT "car_event_seal_event_id_car_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."car_event"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "car_event_listing" ON "car_event" USING btree ("listing_id","id");--> statement-breakpoint
CREATE INDEX "car_event_car" ON "car_event" USING btree ("car_key","id") WHERE car_key is not null;
--> statement-breakpoint
-- Before the first event the chain's hash is 32 zero bytes. Listings that exist already get their events from a job.
INSERT INTO "car_history_head" ("hash", "filled_to") SELECT decode(repeat('00', 32), 'hex'),
  CASE WHEN EXISTS (SELECT FROM "listing") THEN '00000000-0000-0000-0000-000000000000'::uuid END;
--> statement-breakpoint
-- What of an event is hashed. server/car-history/event-hash.ts makes the same text.
CREATE FUNCTION car_event_text(event car_event) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('|', event.id, event.listing_id, coalesce(encode(event.car_key, 'hex'), ''), event.kind,
    coalesce(event.price_minor::text, ''), (extract(epoch FROM event.at) * 1000)::bigint)
$$;
--> statement-breakpoint
CREATE FUNCTION hash_car_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.hash := sha256(convert_to(car_event_text(NEW), 'UTF8'));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION await_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO car_event_unsealed (event_id) SELECT id FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER car_event_hashed BEFORE INSERT ON car_event FOR EACH ROW EXECUTE FUNCTION hash_car_event();
--> statement-breakpoint
CREATE TRIGGER car_event_awaits_sealing AFTER INSERT ON car_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_sealing();
--> statement-breakpoint
CREATE TRIGGER car_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON car_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER car_event_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON car_event_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION car_key(vin text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to('vin:' || upper(vin), 'UTF8'))
$$;
--> statement-breakpoint
-- Triggers record events, so every writer (API, imports, demo, psql, the previous release) does.
CREATE FUNCTION record_listed_cars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO car_event (listing_id, car_key, kind, price_minor, at)
    SELECT id, car_key(vin), 'listed', resale_price_minor, created_at FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_car_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key bytea := car_key(coalesce(NEW.vin, OLD.vin));
  was_off boolean := OLD.withdrawn_at IS NOT NULL OR OLD.removed_at IS NOT NULL OR OLD.sale_reversed_at IS NOT NULL;
  is_off boolean := NEW.withdrawn_at IS NOT NULL OR NEW.removed_at IS NOT NULL OR NEW.sale_reversed_at IS NOT NULL;
BEGIN
  IF NEW.vin IS DISTINCT FROM OLD.vin AND NEW.vin IS NOT NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind) VALUES (NEW.id, key, 'identified');
  END IF;
  IF NEW.resale_price_minor IS DISTINCT FROM OLD.resale_price_minor THEN
    INSERT INTO car_event (listing_id, car_key, kind, price_minor)
      VALUES (NEW.id, key, 'price', NEW.resale_price_minor);
  END IF;
  IF NEW.is_advertised IS DISTINCT FROM OLD.is_advertised THEN
    INSERT INTO car_event (listing_id, car_key, kind)
      VALUES (NEW.id, key, CASE WHEN NEW.is_advertised THEN 'advertised' ELSE 'unadvertised' END);
  END IF;
  IF OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind) VALUES (NEW.id, key, 'withdrawn');
  END IF;
  IF OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind) VALUES (NEW.id, key, 'removed');
  END IF;
  IF was_off AND NOT is_off THEN
    INSERT INTO car_event (listing_id, car_key, kind, price_minor)
      VALUES (NEW.id, key, 'relisted', NEW.resale_price_minor);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What a booking's change of state means for its car; null if nothing.
CREATE FUNCTION car_event_of_booking(before text, after text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN after = 'held' THEN 'reserved'
    WHEN after = 'paid' AND before IS DISTINCT FROM 'partly_refunded' THEN 'sold'
    WHEN after IN ('cancelled', 'expired') AND before IN ('held', 'releasing') THEN 'released'
    WHEN after = 'refunded' AND before IN ('paid', 'partly_refunded') THEN 'sale_reversed'
  END
$$;
--> statement-breakpoint
CREATE FUNCTION record_car_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  happened text := car_event_of_booking(CASE WHEN TG_OP = 'UPDATE' THEN OLD.state END, NEW.state);
BEGIN
  IF happened IS NOT NULL THEN
    INSERT INTO car_event (listing_id, car_key, kind, price_minor)
      SELECT id, car_key(vin), happened, CASE WHEN happened = 'sold' THEN NEW.price_minor END
      FROM listing WHERE id = NEW.listing_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_car_listed AFTER INSERT ON listing
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_listed_cars();
--> statement-breakpoint
CREATE TRIGGER listing_car_changed AFTER UPDATE ON listing FOR EACH ROW
  WHEN (OLD.resale_price_minor IS DISTINCT FROM NEW.resale_price_minor
    OR OLD.is_advertised IS DISTINCT FROM NEW.is_advertised
    OR OLD.vin IS DISTINCT FROM NEW.vin
    OR (OLD.withdrawn_at IS NULL) IS DISTINCT FROM (NEW.withdrawn_at IS NULL)
    OR (OLD.removed_at IS NULL) IS DISTINCT FROM (NEW.removed_at IS NULL)
    OR (OLD.sale_reversed_at IS NULL) IS DISTINCT FROM (NEW.sale_reversed_at IS NULL))
  EXECUTE FUNCTION record_car_changes();
--> statement-breakpoint
CREATE TRIGGER booking_car_booked AFTER INSERT ON booking
  FOR EACH ROW EXECUTE FUNCTION record_car_booking();
--> statement-breakpoint
CREATE TRIGGER booking_car_changed AFTER UPDATE OF state ON booking FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION record_car_booking();
