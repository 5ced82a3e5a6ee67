CREATE TABLE "appeal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act_id" uuid NOT NULL,
	"words" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"outcome" text,
	"decision_reason" text,
	CONSTRAINT "appeal_decided_whole" CHECK (("appeal"."decided_at" is null) = ("appeal"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "moderation_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"listing_id" uuid,
	"actor_id" uuid,
	"reason" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "moderation_act_kind_known" CHECK ("moderation_act"."kind" in ('removal', 'suspension')),
	CONSTRAINT "moderation_act_removal_has_car" CHECK (("moderation_act"."kind" = 'removal') = ("moderation_act"."listing_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "verification_checks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "verification_note" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_act_id_moderation_act_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."moderation_act"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_decided_by_account_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_act" ADD CONSTRAINT "moderation_act_seller_id_account_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_act" ADD CONSTRAINT "moderation_act_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_act" ADD CONSTRAINT "moderation_act_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeal_once_per_act" ON "appeal" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "appeal_newest" ON "appeal" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "appeal_waiting" ON "appeal" USING btree ("created_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "moderation_act_seller" ON "moderation_act" USING btree ("seller_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_act_one_suspension" ON "moderation_act" USING btree ("seller_id") WHERE kind = 'suspension' and ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_act_one_removal" ON "moderation_act" USING btree ("listing_id") WHERE kind = 'removal' and ended_at is null;--> statement-breakpoint
-- A suspended seller's cars leave every list as one; what was checked is shown with the badge.
CREATE OR REPLACE FUNCTION catalogue_seller_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.name, OLD.is_verified, OLD.verified_at, OLD.verification_checks, OLD.suspended_at, OLD.location, OLD.deleted_at)
     IS DISTINCT FROM (NEW.name, NEW.is_verified, NEW.verified_at, NEW.verification_checks, NEW.suspended_at, NEW.location, NEW.deleted_at) THEN
    INSERT INTO catalogue_change (listing_id) SELECT id FROM listing WHERE seller_id = NEW.id;
    NOTIFY catalogue_changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Cars that were removed before can be appealed for, too: the audit log knows by whom and why.
INSERT INTO moderation_act (id, kind, seller_id, listing_id, actor_id, reason, at)
SELECT DISTINCT ON (listing.id) gen_random_uuid(), 'removal', listing.seller_id, listing.id, audit.actor_id, audit.details->>'reason', audit.at
FROM listing JOIN audit ON audit.subject_id = listing.id AND audit.action = 'listing.remove'
WHERE listing.removed_at IS NOT NULL
ORDER BY listing.id, audit.id DESC;
