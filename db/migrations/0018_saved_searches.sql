CREATE TABLE "saved_search_email" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"email_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_search_match" (
	"search_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"found_at" timestamp (3) with time zone,
	"announced_at" timestamp (3) with time zone,
	"announced_price_minor" bigint,
	CONSTRAINT "saved_search_match_search_id_listing_id_pk" PRIMARY KEY("search_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "saved_search_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" text NOT NULL,
	"latest" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_search_progress_one" CHECK ("saved_search_progress"."id")
);
--> statement-breakpoint
CREATE TABLE "saved_search" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"key" text NOT NULL,
	"emails_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"watched_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "saved_search_email" ADD CONSTRAINT "saved_search_email_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_search_id_saved_search_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_search"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search" ADD CONSTRAINT "saved_search_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_match_listing" ON "saved_search_match" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "saved_search_match_found" ON "saved_search_match" USING btree ("search_id") WHERE found_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_search_once" ON "saved_search" USING btree ("account_id","key");