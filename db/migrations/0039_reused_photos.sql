CREATE TABLE "flag_dismissal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flag" text NOT NULL,
	"listing_id" uuid NOT NULL,
	"dismissed_by" uuid NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "flag_dismissal_flag_unique" UNIQUE("flag")
);
--> statement-breakpoint
CREATE TABLE "listing_photo" (
	"listing_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"hashes" "bytea",
	"bands" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "listing_photo_listing_id_image_id_pk" PRIMARY KEY("listing_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "photo_due" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"change" bigserial NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_match" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"other_listing_id" uuid NOT NULL,
	"other_image_id" uuid NOT NULL,
	"distance" smallint NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photo_match_photos" UNIQUE("listing_id","image_id","other_listing_id","other_image_id")
);
--> statement-breakpoint
ALTER TABLE "flag_dismissal" ADD CONSTRAINT "flag_dismissal_dismissed_by_account_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_photo" ADD CONSTRAINT "listing_photo_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_match" ADD CONSTRAINT "photo_match_photo" FOREIGN KEY ("listing_id","image_id") REFERENCES "public"."listing_photo"("listing_id","image_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_match" ADD CONSTRAINT "photo_match_other_photo" FOREIGN KEY ("other_listing_id","other_image_id") REFERENCES "public"."listing_photo"("listing_id","image_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_photo_image" ON "listing_photo" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "listing_photo_bands" ON "listing_photo" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "photo_due_change" ON "photo_due" USING btree ("change");--> statement-breakpoint
CREATE INDEX "photo_match_other" ON "photo_match" USING btree ("other_listing_id","other_image_id");
--> statement-breakpoint
-- Before the triggers, which lock the table, so that this does not block writes.
INSERT INTO "photo_due" ("listing_id") SELECT id FROM "listing" WHERE photos <> '[]';
--> statement-breakpoint
CREATE FUNCTION note_new_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO photo_due (listing_id) SELECT id FROM added WHERE photos <> '[]'
    ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_photos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO photo_due (listing_id) VALUES (NEW.id)
    ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_photos_added AFTER INSERT ON listing
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_photos();
--> statement-breakpoint
CREATE TRIGGER listing_photos_changed AFTER UPDATE OF photos ON listing
  FOR EACH ROW WHEN (NEW.photos IS DISTINCT FROM OLD.photos) EXECUTE FUNCTION note_photos();
