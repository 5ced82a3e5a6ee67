CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identity_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"photo_url" text,
	"phone" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "account_role_known" CHECK ("account"."role" in ('Buyer', 'Seller', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"from_state" text,
	"to_state" text NOT NULL,
	"why" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"state" text NOT NULL,
	"item" text NOT NULL,
	"image" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"listing_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_credential" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failure" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "listing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"name" text NOT NULL,
	"make" text NOT NULL,
	"category_id" smallint NOT NULL,
	"model" text,
	"year" smallint,
	"mileage" integer,
	"mileage_unit" text,
	"fuel" text,
	"transmission" text,
	"engine_size_cc" integer,
	"body_type" text,
	"body_type_typical" boolean DEFAULT false NOT NULL,
	"fuel_economy" numeric(6, 2),
	"fuel_economy_unit" text,
	"annual_tax_minor" bigint,
	"colour" text,
	"vin" text,
	"condition" text,
	"location" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image" text,
	"original_price_minor" bigint,
	"resale_price_minor" bigint NOT NULL,
	"purchase_year" smallint,
	"used_years" smallint,
	"is_advertised" boolean DEFAULT false NOT NULL,
	"advertised_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source_file" text,
	"source_row" integer,
	"source_currency" text,
	"source_price_minor" bigint,
	"source_rate" numeric(18, 8),
	"import_fingerprint" text,
	CONSTRAINT "listing_price_positive" CHECK ("listing"."resale_price_minor" > 0),
	CONSTRAINT "listing_category_known" CHECK ("listing"."category_id" between 1 and 3),
	CONSTRAINT "listing_mileage_has_unit" CHECK (("listing"."mileage" is null) = ("listing"."mileage_unit" is null)),
	CONSTRAINT "listing_economy_has_unit" CHECK (("listing"."fuel_economy" is null) = ("listing"."fuel_economy_unit" is null))
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text,
	"closed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_event" ADD CONSTRAINT "booking_event_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_event" ADD CONSTRAINT "booking_event_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_buyer_id_account_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_credential" ADD CONSTRAINT "identity_credential_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_seller_id_account_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_account_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_closed_by_account_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_identity_unique" ON "account" USING btree ("identity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_email_unique" ON "account" USING btree ("email") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_role_newest" ON "account" USING btree ("role","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "account_newest" ON "account" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "booking_event_booking" ON "booking_event" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_one_live_per_listing" ON "booking" USING btree ("listing_id") WHERE state in ('held', 'releasing', 'paid', 'partly_refunded');--> statement-breakpoint
CREATE INDEX "booking_buyer_newest" ON "booking" USING btree ("buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "booking_held_by_expiry" ON "booking" USING btree ("expires_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "booking_listing" ON "booking" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "catalogue_change_xact" ON "catalogue_change" USING btree ("xact");--> statement-breakpoint
CREATE INDEX "catalogue_change_at" ON "catalogue_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "identity_credential_user" ON "identity_credential" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_user" ON "identity_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verification_identifier" ON "identity_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "image_unclaimed_by_expiry" ON "image" USING btree ("expires_at") WHERE claimed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_import_unique" ON "listing" USING btree ("seller_id","import_fingerprint");--> statement-breakpoint
CREATE INDEX "listing_seller_newest" ON "listing" USING btree ("seller_id","created_at","id");--> statement-breakpoint
CREATE INDEX "listing_category_newest" ON "listing" USING btree ("category_id","created_at","id") WHERE withdrawn_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "listing_newest" ON "listing" USING btree ("created_at","id") WHERE withdrawn_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "listing_name" ON "listing" USING btree ("name") WHERE withdrawn_at is null and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_once_per_person" ON "report" USING btree ("listing_id","reporter_id");--> statement-breakpoint
CREATE INDEX "report_open" ON "report" USING btree ("listing_id","created_at") WHERE closed_at is null;