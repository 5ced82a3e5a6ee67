-- Each three letters in a row of a text, once; what a search looks its words up by. Only what every PostgreSQL has.
CREATE FUNCTION search_grams(document text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT substr(document, at, 3)), '{}')
  FROM generate_series(1, length(document) - 2) AS at
);--> statement-breakpoint
CREATE INDEX "account_name" ON "account" USING btree (lower(name),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_role_name" ON "account" USING btree ("role",lower(name),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_role_email" ON "account" USING btree ("role","email","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_unverified" ON "account" USING btree ("created_at","id") WHERE deleted_at is null and role = 'Seller' and not is_verified;--> statement-breakpoint
CREATE INDEX "account_searched" ON "account" USING gin (search_grams(lower(name || ' ' || email))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "booking_item" ON "booking" USING btree (lower(item),"id");--> statement-breakpoint
CREATE INDEX "booking_price" ON "booking" USING btree ("price_minor","id");--> statement-breakpoint
CREATE INDEX "booking_buyer_name" ON "booking" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "booking_searched" ON "booking" USING gin (search_grams(lower(item || ' ' || name || ' ' || email)));