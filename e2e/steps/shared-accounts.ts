import type { Car, Account, Shop } from "./shop.ts";

/** People with something to see on each of their pages. Tests only look at them and change nothing. */
export type SharedAccounts = {
  buyer: Account;
  seller: Account;
  admin: Account;
  car: Car;
  booking: string;
};

let settled: Promise<SharedAccounts> | undefined;

/** Settles them in the shop; once for all the tests of a worker. */
export function sharedAccounts(shop: Shop): Promise<SharedAccounts> {
  return (settled ??= settle(shop));
}

async function settle(shop: Shop): Promise<SharedAccounts> {
  const [buyer, seller, admin] = await Promise.all([
    shop.signUp("Buyer"),
    shop.signUp("Seller"),
    shop.admin(),
  ]);
  const [booked, car] = [
    await shop.addCar(seller),
    await shop.addCar(seller, { advertised: true }),
  ];
  const booking = await shop.book(buyer, booked);
  await shop.report(buyer, booked);
  return { buyer, seller, admin, car, booking };
}
