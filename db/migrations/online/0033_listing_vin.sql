-- Finds the listings of a VIN.
create index concurrently if not exists "listing_vin" on "listing" using btree ("vin") where vin is not null;
