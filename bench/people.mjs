// Compares the performance of admin lists with 500 and with 50,000 accounts. See README.md.
import pg from "pg";
import { databaseOf } from "./bench-shop.mjs";
import { compareShops } from "./compare-shops.mjs";

const lists = [
  ["all users", "/api/users", "admin"],
  ["all users by name", "/api/users?sort=name", "admin"],
  ["all users by email, last first", "/api/users?sort=-email", "admin"],
  ["all users, one match by name", "/api/users?q=person+c81e728d", "admin"],
  ["all users, all match", "/api/users?q=people.example", "admin"],
  ["all buyers", "/api/buyer", "admin"],
  ["all buyers by name", "/api/buyer?sort=name", "admin"],
  ["all sellers", "/api/seller", "admin"],
  ["sellers to verify", "/api/seller?verified=waiting", "admin"],
  ["bookings by price", "/api/bookings?sort=-price", "admin"],
  ["bookings, match by buyer", "/api/bookings?q=person+c81e728d", "admin"],
  ["bookings, all match", "/api/bookings?q=people.example", "admin"],
  ["reported items", "/api/reportedProducts", "admin"],
  ["audit log", "/api/audit", "admin"],
  ["audit log by action", "/api/audit?sort=action", "admin"],
  ["dashboard summary of an admin", "/api/dashboard-summary", "admin"],
];

await compareShops(lists, async (few, many) => {
  await settle(few, 500);
  await settle(many, 50_000);
  return ["500 accounts", "50,000 accounts"];
});

/**
 * Adds accounts with one booking and one audit entry each. One in five is a seller and one in ten an unverified seller, so
 * that each list fills a page of 50 in both shops.
 */
async function settle(shop, people) {
  const client = new pg.Client(databaseOf(shop));
  await client.connect();
  await client.query(
    `insert into account (id, name, email, role, is_verified, created_at)
     select gen_random_uuid(), 'Person ' || md5(n::text), md5(n::text || 'x') || '@people.example',
       case when n % 5 = 0 then 'Seller' else 'Buyer' end, n % 10 <> 0, now() - make_interval(mins => n)
     from generate_series(1, $1::int) as n`,
    [people],
  );
  await client.query(
    `insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, created_at, expires_at)
     select gen_random_uuid(), (select id from listing order by id limit 1), account.id, 'cancelled', 'BMW', '',
       1000 + length(account.name), 1000, 'USD', account.name, account.email, account.created_at, account.created_at
     from account where account.email like '%@people.example'`,
  );
  await client.query(
    `insert into audit (at, action, subject_id)
     select created_at, case when role = 'Seller' then 'seller.verify' else 'user.make_admin' end, id
     from account where email like '%@people.example'`,
  );
  await client.query("vacuum analyze");
  await client.end();
}
