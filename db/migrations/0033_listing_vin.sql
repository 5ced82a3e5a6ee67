-- The index listing_vin is built by online/0033_listing_vin.sql, without blocking writes.
SELECT 1;
