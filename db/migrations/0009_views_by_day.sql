CREATE TABLE "listing_view_day" (
	"listing_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "listing_view_day_listing_id_day_pk" PRIMARY KEY("listing_id","day"),
	CONSTRAINT "listing_view_day_counts" CHECK ("listing_view_day"."views" > 0)
);
--> statement-breakpoint
ALTER TABLE "listing_view_day" ADD CONSTRAINT "listing_view_day_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;