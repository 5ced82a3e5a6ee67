import type { Car, Person, Shop } from "./shop.ts";

/** People with something to see on each of their pages. Tests only look at them and change nothing. */
export type Inhabitants = {
  buyer: Person;
  seller: Person;
  admin: Person;
  car: Car;
  booking: string;
};

let settled: Promise<Inhabitants> | undefined;

/** Settles them in the shop; once for all the tests of a worker. */
export function inhabitants(shop: Shop): Promise<Inhabitants> {
  return (settled ??= settle(shop));
}

async function settle(shop: Shop): Promise<Inhabitants> {
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
