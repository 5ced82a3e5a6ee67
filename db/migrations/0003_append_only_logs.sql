-- What happened stays written: the logs take new lines and refuse every change, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON booking_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payment_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
