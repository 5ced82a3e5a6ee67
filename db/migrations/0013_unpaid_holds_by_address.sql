ALTER TABLE "booking" ADD COLUMN "held_from" text;--> statement-breakpoint
CREATE INDEX "booking_held_from" ON "booking" USING btree ("held_from") WHERE held_from is not null;