CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "dispute" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"is_open" boolean NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"stated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"from_status" text,
	"to_status" text NOT NULL,
	"why" text NOT NULL,
	"provider_event_id" text
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"intent_id" text,
	"key_number" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"captured_minor" bigint DEFAULT 0 NOT NULL,
	"quarantine_reason" text,
	"stated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text,
	"key_number" integer DEFAULT 1 NOT NULL,
	"amount_minor" bigint NOT NULL,
	"cause" text NOT NULL,
	"why" text NOT NULL,
	"requested_by" uuid,
	"status" text DEFAULT 'requested' NOT NULL,
	"failure_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seller_name" text NOT NULL,
	"seller_email" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"item" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"paid_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"transaction_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "due_now_minor" bigint;--> statement-breakpoint
-- Bookings made before there were deposits are charged in full.
UPDATE "booking" SET "due_now_minor" = "price_minor";--> statement-breakpoint
ALTER TABLE "booking" ALTER COLUMN "due_now_minor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "payment_begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "releasing_to" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "sale_undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_log" ADD CONSTRAINT "payment_log_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_log" ADD CONSTRAINT "payment_log_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_requested_by_account_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "dispute_payment" ON "dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_log_payment" ON "payment_log" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intent" ON "payment" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_open_per_booking" ON "payment" USING btree ("booking_id") WHERE status <> 'canceled' and quarantine_reason is null;--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("updated_at") WHERE status not in ('succeeded', 'canceled');--> statement-breakpoint
CREATE INDEX "payment_quarantined" ON "payment" USING btree ("created_at","id") WHERE quarantine_reason is not null;--> statement-breakpoint
CREATE INDEX "provider_event_waiting" ON "provider_event" USING btree ("received_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_provider" ON "refund" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_open" ON "refund" USING btree ("updated_at") WHERE status in ('requested', 'pending', 'requires_action');--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_booking" ON "receipt" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "booking_releasing" ON "booking" USING btree ("id") WHERE state = 'releasing';--> statement-breakpoint
CREATE INDEX "booking_newest" ON "booking" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_releasing_to_end" CHECK (("booking"."state" = 'releasing') = ("booking"."releasing_to" is not null));