ALTER TABLE "mail" ADD COLUMN "names" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_to" ON "mail" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "mail_names" ON "mail" USING gin ("names");--> statement-breakpoint
-- The logs stay append-only but for one change: words that people typed can be blacked out, whole and for good, when the
-- person they tell of is deleted. Who did what to what, when, from where to where: nobody changes that.
CREATE FUNCTION refuse_change_but_black_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words CONSTANT text := TG_ARGV[0];
  before CONSTANT jsonb := to_jsonb(OLD);
  after CONSTANT jsonb := to_jsonb(NEW);
  entry text;
BEGIN
  IF before - words IS DISTINCT FROM after - words THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  IF jsonb_typeof(before -> words) IS DISTINCT FROM 'object' THEN
    IF after -> words IS DISTINCT FROM before -> words AND after ->> words IS DISTINCT FROM 'Blacked out.' THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END IF;
    RETURN NEW;
  END IF;
  IF jsonb_typeof(after -> words) IS DISTINCT FROM 'object' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  FOR entry IN SELECT jsonb_object_keys((before -> words) || (after -> words)) LOOP
    IF after -> words -> entry IS DISTINCT FROM before -> words -> entry
       AND (after -> words ->> entry IS DISTINCT FROM 'Blacked out.' OR NOT (before -> words) ? entry) THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER payment_log_append_only ON payment_log;
--> statement-breakpoint
CREATE TRIGGER payment_log_append_only BEFORE DELETE OR TRUNCATE ON payment_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payment_log_words_only BEFORE UPDATE ON payment_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_black_out('why');
--> statement-breakpoint
DROP TRIGGER audit_append_only ON audit;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_words_only BEFORE UPDATE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_black_out('details');
--> statement-breakpoint
-- Accounts that were deleted before their records were made nobody's.
DELETE FROM mail WHERE to_address IN (
  SELECT email FROM account AS gone WHERE deleted_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM account AS live WHERE live.email = gone.email AND live.deleted_at IS NULL));
--> statement-breakpoint
UPDATE receipt SET buyer_name = 'Deleted account', buyer_email = '' WHERE booking_id IN (
  SELECT booking.id FROM booking JOIN account ON account.id = buyer_id WHERE deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE receipt SET seller_name = 'Deleted account', seller_email = '' WHERE booking_id IN (
  SELECT booking.id FROM booking JOIN listing ON listing.id = listing_id JOIN account ON account.id = seller_id
  WHERE deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE booking SET name = 'Deleted account', email = '', phone = '', location = ''
  WHERE buyer_id IN (SELECT id FROM account WHERE deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE listing SET phone = '', location = '', description = '', vin = NULL
  WHERE seller_id IN (SELECT id FROM account WHERE deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE account SET name = 'Deleted account', email = '', phone = '', location = '', photo_url = NULL
  WHERE deleted_at IS NOT NULL;
