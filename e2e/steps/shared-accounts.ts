import type { Account, Car, Shop } from "./shop.ts";

/** Accounts with content on each of their pages. Tests only read what is theirs and change nothing. */
export type SharedAccounts = {
  buyer: Account;
  seller: Account;
  admin: Account;
  car: Car;
  booking: string;
  feed: { id: string; plan: string };
};

let created: Promise<SharedAccounts> | undefined;

/** Creates the accounts, once for all tests of a worker. */
export function sharedAccounts(shop: Shop): Promise<SharedAccounts> {
  return (created ??= create(shop));
}

async function create(shop: Shop): Promise<SharedAccounts> {
  const [buyer, seller, admin] = await Promise.all([
    shop.signUp("Buyer"),
    shop.signUp("Seller"),
    shop.admin(),
  ]);
  const booked = await shop.addCar(seller);
  const car = await shop.addCar(seller, { advertised: true });
  const booking = await shop.book(buyer, booked);
  await shop.report(buyer, booked);
  const feed = await shop.addFeed(seller);
  return { buyer, seller, admin, car, booking, feed };
}
