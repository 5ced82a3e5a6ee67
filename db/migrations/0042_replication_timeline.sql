-- Names each history of the database's log. Replicas are read only if they have the primary's name for its timeline.
CREATE TABLE "replication_timeline" (
	"timeline" text PRIMARY KEY,
	"token" uuid NOT NULL DEFAULT gen_random_uuid()
);
