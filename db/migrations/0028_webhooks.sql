CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE delivered_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_booking" ON "webhook_delivery" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoint_account_unique" ON "webhook_endpoint" USING btree ("account_id");--> statement-breakpoint
CREATE FUNCTION queue_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_delivery (id, endpoint_id, booking_id, type)
  SELECT gen_random_uuid(), endpoint.id, new.booking_id,
    CASE
      WHEN new.to_state = 'held' THEN 'booking.created'
      WHEN new.to_state = 'paid' THEN 'booking.paid'
      WHEN new.to_state = 'refunded' THEN 'booking.refunded'
      ELSE 'booking.canceled'
    END
  FROM booking
  JOIN listing ON listing.id = booking.listing_id
  JOIN webhook_endpoint AS endpoint ON endpoint.account_id = listing.seller_id
  WHERE booking.id = new.booking_id AND endpoint.disabled_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_event_webhook AFTER INSERT ON booking_event
FOR EACH ROW
WHEN (
  new.to_state IN ('held', 'cancelled', 'expired', 'refunded')
  -- A refund that failed makes a booking paid again, which is no new sale.
  OR (new.to_state = 'paid' AND new.from_state NOT IN ('partly_refunded', 'refunded'))
)
EXECUTE FUNCTION queue_webhook();
