-- Tells the shop to send a webhook at once.
CREATE OR REPLACE FUNCTION queue_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF FOUND THEN
    PERFORM pg_notify('webhook_queued', '');
  END IF;
  RETURN NULL;
END $$;
