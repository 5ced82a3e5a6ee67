CREATE TABLE "trial_restore" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"backup" text,
	"place" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"tables" integer,
	"rows" bigint,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "trial_restore_by_start" ON "trial_restore" USING btree ("started_at");