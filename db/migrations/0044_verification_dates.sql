ALTER TABLE "account" ADD COLUMN "verified_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity_user" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
-- A trigger, so that every way of confirming an address does it, the previous release's included.
CREATE FUNCTION date_email_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.email_verified THEN
    NEW.email_verified_at := NULL;
  ELSIF TG_OP = 'INSERT' OR NOT OLD.email_verified OR NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.email_verified_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER identity_user_email_dated BEFORE INSERT OR UPDATE OF email, email_verified ON identity_user
  FOR EACH ROW EXECUTE FUNCTION date_email_confirmation();
