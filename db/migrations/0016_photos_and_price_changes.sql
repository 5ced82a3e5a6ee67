CREATE TABLE "listing_price_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"price_minor" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Existing listings start their history with the present price.
INSERT INTO "listing_price_change" ("listing_id", "price_minor", "at")
  SELECT "id", "resale_price_minor", "created_at" FROM "listing" ORDER BY "created_at", "id";
--> statement-breakpoint
ALTER TABLE "listing_price_change" ADD CONSTRAINT "listing_price_change_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_price_change_listing" ON "listing_price_change" USING btree ("listing_id","id");--> statement-breakpoint
-- Triggers record prices, so every writer (API, imports, demo, psql) does.
CREATE FUNCTION record_first_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_price_change (listing_id, price_minor, at)
    SELECT id, resale_price_minor, created_at FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_price_change (listing_id, price_minor) VALUES (NEW.id, NEW.resale_price_minor);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_first_price AFTER INSERT ON listing
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_first_prices();
--> statement-breakpoint
CREATE TRIGGER listing_price_changed AFTER UPDATE ON listing
  FOR EACH ROW WHEN (OLD.resale_price_minor IS DISTINCT FROM NEW.resale_price_minor)
  EXECUTE FUNCTION record_price_change();
--> statement-breakpoint
CREATE TRIGGER listing_price_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON listing_price_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "photos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- The present image becomes the first photo.
UPDATE "listing" SET
  "updated_at" = "created_at",
  "photos" = CASE WHEN "image" IS NULL THEN '[]'::jsonb
    ELSE jsonb_build_array(jsonb_build_object('image', "image", 'alt', '')) END;
--> statement-breakpoint
ALTER TABLE "listing" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "image" text GENERATED ALWAYS AS (photos -> 0 ->> 'image') STORED;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_photos_at_most_24" CHECK (jsonb_typeof("listing"."photos") = 'array' and jsonb_array_length("listing"."photos") <= 24);
