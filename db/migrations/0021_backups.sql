CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"bytes" bigint,
	"images" integer,
	"verified_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "backup_kind" CHECK ("backup"."kind" in ('physical', 'dump'))
);
--> statement-breakpoint
CREATE INDEX "backup_by_start" ON "backup" USING btree ("started_at");