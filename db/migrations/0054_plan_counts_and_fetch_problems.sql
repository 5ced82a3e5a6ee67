ALTER TABLE "feed_plan" ADD COLUMN "counts" jsonb;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "fetch_problem" text;--> statement-breakpoint
-- checked: a shop has few feeds
update "feed" set "fetch_problem" = case
  when "heavy_fetches" >= 2 and "fetch_error" like '%The shop no longer fetches it.%' then 'stopped'
  when "fetch_error" like '%The plan waits for you.' then 'plan_waits'
  when "fetch_error" like 'The file could not be read because of an error in the shop.%' then 'shop_failed'
  else 'failed' end
where "fetch_error" is not null;
