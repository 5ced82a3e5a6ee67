CREATE TABLE "review_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "review_request" (
	"booking_id" uuid NOT NULL,
	"side" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "review_request_booking_id_side_pk" PRIMARY KEY("booking_id","side")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"side" text NOT NULL,
	"author_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"visible_from" timestamp (3) with time zone NOT NULL,
	"announced_at" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"removed_by" uuid,
	"removal_reason" text,
	CONSTRAINT "review_stars_known" CHECK ("review"."stars" between 1 and 5),
	CONSTRAINT "review_side_known" CHECK ("review"."side" in ('buyer', 'seller'))
);
--> statement-breakpoint
ALTER TABLE "review_report" ADD CONSTRAINT "review_report_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_report" ADD CONSTRAINT "review_report_reporter_id_account_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_report" ADD CONSTRAINT "review_report_closed_by_account_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_request" ADD CONSTRAINT "review_request_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_subject_id_account_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_removed_by_account_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_report_once_per_person" ON "review_report" USING btree ("review_id","reporter_id");--> statement-breakpoint
CREATE INDEX "review_report_reporter" ON "review_report" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "review_report_open" ON "review_report" USING btree ("review_id") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_once_per_side" ON "review" USING btree ("booking_id","side");--> statement-breakpoint
CREATE INDEX "review_subject_newest" ON "review" USING btree ("subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_author" ON "review" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "review_unannounced" ON "review" USING btree ("visible_from") WHERE announced_at is null;
--> statement-breakpoint
-- Pages show a seller's reviews, and are rendered again when a car changes. One car is enough for that: the sold one.
CREATE FUNCTION catalogue_review_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (listing_id)
    SELECT DISTINCT booking.listing_id FROM changed JOIN booking ON booking.id = changed.booking_id;
  NOTIFY catalogue_changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_inserted AFTER INSERT ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_review_changed();
--> statement-breakpoint
CREATE TRIGGER review_updated AFTER UPDATE ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_review_changed();
