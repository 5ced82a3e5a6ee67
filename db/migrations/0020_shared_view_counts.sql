-- Unlogged: they only recognize repeated views of one day, and must be in no write-ahead log, replica or backup.
CREATE UNLOGGED TABLE "listing_view_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "listing_view_visit" (
	"day" date NOT NULL,
	"visit" "bytea" NOT NULL,
	CONSTRAINT "listing_view_visit_day_visit_pk" PRIMARY KEY("day","visit")
);
