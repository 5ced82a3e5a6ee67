CREATE TABLE "vin_claim" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listing_id" uuid NOT NULL,
	"car_key" "bytea" NOT NULL,
	"seller_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	CONSTRAINT "vin_claim_status_known" CHECK ("vin_claim"."status" in ('pending', 'confirmed', 'refused')),
	CONSTRAINT "vin_claim_decided_at" CHECK (("vin_claim"."status" = 'pending') = ("vin_claim"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "vin_claim" ADD CONSTRAINT "vin_claim_seller_id_account_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vin_claim" ADD CONSTRAINT "vin_claim_decided_by_account_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vin_claim_once" ON "vin_claim" USING btree ("listing_id","car_key");--> statement-breakpoint
CREATE INDEX "vin_claim_pending" ON "vin_claim" USING btree ("claimed_at","id") WHERE status = 'pending';
--> statement-breakpoint
-- What is public now stays public: claims from before this table are confirmed. Before the triggers, which lock the
-- table, so that this does not block writes.
WITH named AS (
  SELECT event.listing_id, event.car_key, listing.seller_id, min(event.id) AS first, min(event.at) AS at
  FROM car_event AS event JOIN listing ON listing.id = event.listing_id
  WHERE octet_length(event.car_key) = 32 GROUP BY event.listing_id, event.car_key, listing.seller_id
)
INSERT INTO "vin_claim" ("listing_id", "car_key", "seller_id", "claimed_at", "status", "decided_at")
  SELECT listing_id, car_key, seller_id, at, 'confirmed', now() FROM named
  WHERE EXISTS (SELECT FROM named AS earlier WHERE earlier.car_key = named.car_key
    AND earlier.seller_id <> named.seller_id AND earlier.first < named.first);
--> statement-breakpoint
-- Adds claims of listings whose VIN another seller's listing had before them. A seller whose listing is in the car's
-- public history already relists it without a claim. A claim that was decided stays as it is.
CREATE FUNCTION claim_vins(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH named AS (
    SELECT id, vin, seller_id, car_key(vin) AS key FROM listing WHERE id = ANY (ids) AND vin IS NOT NULL
  ), claimed AS MATERIALIZED (
    SELECT * FROM named
    WHERE EXISTS (SELECT FROM car_event AS theirs JOIN listing AS other ON other.id = theirs.listing_id
        WHERE theirs.car_key = named.key AND other.seller_id <> named.seller_id
          AND NOT EXISTS (SELECT FROM car_event AS own
            WHERE own.listing_id = named.id AND own.car_key = named.key AND own.id < theirs.id))
      -- A listing from before the history, whose events are still to be added.
      OR EXISTS (SELECT FROM car_history_head WHERE filled_to IS NOT NULL)
        AND EXISTS (SELECT FROM listing AS other WHERE other.vin = named.vin AND other.seller_id <> named.seller_id
          AND NOT EXISTS (SELECT FROM car_event WHERE listing_id = other.id))
  )
  INSERT INTO vin_claim (listing_id, car_key, seller_id)
    SELECT id, key, seller_id FROM claimed
    WHERE NOT EXISTS (SELECT FROM car_event AS own JOIN listing AS earlier ON earlier.id = own.listing_id
      WHERE own.car_key = claimed.key AND earlier.seller_id = claimed.seller_id AND earlier.id <> ALL (ids)
        AND NOT EXISTS (SELECT FROM vin_claim
          WHERE listing_id = earlier.id AND car_key = claimed.key AND status <> 'confirmed'))
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION claim_new_vins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_vins(ARRAY (SELECT id FROM added WHERE vin IS NOT NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION claim_changed_vin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_vins(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- They run after the triggers that record the events (listing_car_…), by their names.
CREATE TRIGGER listing_vin_added AFTER INSERT ON listing
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION claim_new_vins();
--> statement-breakpoint
CREATE TRIGGER listing_vin_changed AFTER UPDATE OF vin ON listing FOR EACH ROW
  WHEN (NEW.vin IS NOT NULL AND NEW.vin IS DISTINCT FROM OLD.vin) EXECUTE FUNCTION claim_changed_vin();
--> statement-breakpoint
-- Pages of other listings show another history after a decision.
CREATE TRIGGER vin_claim_decided AFTER UPDATE ON vin_claim
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_review_changed();
