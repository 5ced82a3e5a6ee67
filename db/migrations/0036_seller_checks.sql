CREATE TABLE "seller_check" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"level" text NOT NULL,
	"listing_id" uuid,
	"checked_by" uuid NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"note" text,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" uuid,
	"lapsed_at" timestamp (3) with time zone,
	CONSTRAINT "seller_check_car" CHECK (("seller_check"."level" = 'car') = ("seller_check"."listing_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "seller_check" ADD CONSTRAINT "seller_check_seller_id_account_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_check" ADD CONSTRAINT "seller_check_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_check" ADD CONSTRAINT "seller_check_checked_by_account_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_check" ADD CONSTRAINT "seller_check_withdrawn_by_account_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seller_check_seller" ON "seller_check" USING btree ("seller_id","checked_at");--> statement-breakpoint
CREATE INDEX "seller_check_ending" ON "seller_check" USING btree ("valid_until") WHERE lapsed_at is null;
--> statement-breakpoint
-- Pages show reviews and what was checked of a seller. No listing changes with them, so the feed gets the id that stands
-- for all pages (server/catalogue/every-page.ts). Statements that change no row are left out.
CREATE OR REPLACE FUNCTION catalogue_review_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    INSERT INTO catalogue_change (listing_id) VALUES ('00000000-0000-0000-0000-000000000000');
    NOTIFY catalogue_changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seller_check_inserted AFTER INSERT ON seller_check
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_review_changed();
--> statement-breakpoint
CREATE TRIGGER seller_check_updated AFTER UPDATE ON seller_check
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_review_changed();
