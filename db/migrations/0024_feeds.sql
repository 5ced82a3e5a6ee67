CREATE TABLE "feed_car" (
	"feed_id" uuid NOT NULL,
	"identity" text NOT NULL,
	"listing_id" uuid NOT NULL,
	"is_retired" boolean DEFAULT false NOT NULL,
	"said" jsonb NOT NULL,
	CONSTRAINT "feed_car_feed_id_identity_pk" PRIMARY KEY("feed_id","identity")
);
--> statement-breakpoint
CREATE TABLE "feed_change" (
	"plan_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"identity" text NOT NULL,
	"identity_before" text,
	"listing_id" uuid,
	"line" integer,
	"fingerprint" text,
	"facts" jsonb,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"differs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shown_before" jsonb,
	"said_before" jsonb,
	"is_adopted" boolean DEFAULT false NOT NULL,
	"reason" text,
	CONSTRAINT "feed_change_plan_id_number_pk" PRIMARY KEY("plan_id","number")
);
--> statement-breakpoint
CREATE TABLE "feed_plan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"feed_id" uuid NOT NULL,
	"feed_version" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"source" text NOT NULL,
	"options" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"refused" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"held" jsonb NOT NULL,
	"repeated" jsonb NOT NULL,
	"keeps_gone" text,
	"review" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "feed_refusal" (
	"plan_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"kind" text NOT NULL,
	"faults" jsonb NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "feed_refusal_plan_id_line_pk" PRIMARY KEY("plan_id","line")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seller_id" uuid NOT NULL,
	"name" text NOT NULL,
	"feed_wins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"path" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_car" ADD CONSTRAINT "feed_car_feed_id_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_car" ADD CONSTRAINT "feed_car_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_change" ADD CONSTRAINT "feed_change_plan_id_feed_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."feed_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_plan" ADD CONSTRAINT "feed_plan_feed_id_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_refusal" ADD CONSTRAINT "feed_refusal_plan_id_feed_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."feed_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_seller_id_account_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feed_car_listing" ON "feed_car" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "feed_plan_newest" ON "feed_plan" USING btree ("feed_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feed_name" ON "feed" USING btree ("seller_id",lower("name"));