import { cards } from "#testing/card-calls.ts";
import { openAs } from "../steps/go.ts";
import { cardOf, messages, rowOf } from "../steps/look.ts";
import { expectPaid, openPayment, payWith } from "../steps/pay.ts";
import { row, type Stage } from "./row.ts";

async function openCarAsBuyer({ page, shop }: Stage) {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await openAs(page, buyer, "/products/1");
  return { buyer, car, card: cardOf(page, car.name) };
}

/** A buyer with a booked car, at one of their pages. */
async function openWithBooking({ page, shop }: Stage, path: (booking: string) => string) {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  const booking = await shop.book(buyer, car);
  await openAs(page, buyer, path(booking));
  return { car, booking };
}

/** A buyer who has just paid for their car. */
async function openPaid({ page, shop }: Stage) {
  const order = await openPayment(page, shop);
  await payWith(page, cards.good);
  await expectPaid(page);
  return order;
}

/** What a buyer reads while booking, reporting and paying. */
export const buyerWords = [
  row("Booking Confirmation", "booking dialog title", async (stage) => {
    const { card } = await openCarAsBuyer(stage);
    await card.getByRole("button", { name: "Book Now" }).click();
    return { where: stage.page.getByRole("dialog") };
  }),
  row("Booking Successfully Submitted", "toast", async (stage) => {
    const { card } = await openCarAsBuyer(stage);
    await card.getByRole("button", { name: "Book Now" }).click();
    await stage.page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
    return { where: messages(stage.page) };
  }),
  row("Do you want to report this product named", "confirmation: … {name}", async (stage) => {
    const { card, car } = await openCarAsBuyer(stage);
    await card.getByRole("button", { name: "Report" }).click();
    return {
      where: stage.page.getByRole("alertdialog"),
      words: `Do you want to report this product named ${car.name}`,
    };
  }),
  row("reported successfully!", "toast: {name} reported successfully!", async (stage) => {
    const { card, car } = await openCarAsBuyer(stage);
    await card.getByRole("button", { name: "Report" }).click();
    await stage.page.getByRole("alertdialog").getByRole("button", { name: "Report" }).click();
    return { where: messages(stage.page), words: `${car.name} reported successfully!` };
  }),
  row("My Orders", "drawer menu, buyer", async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), "/dashboard");
    return { where: page.getByRole("navigation", { name: "Dashboard" }) };
  }),
  row("Pay", "my orders and payment page", async (stage) => {
    const { car } = await openWithBooking(stage, () => "/dashboard/myorders");
    return { where: rowOf(stage.page, car.name), words: `Pay for ${car.name}` };
  }),
  row("paid", "label on a paid booking", async (stage) => {
    const { car } = await openPaid(stage);
    await stage.page.getByRole("link", { name: "Back to My Orders" }).click();
    return { where: rowOf(stage.page, car.name) };
  }),
  row("Payment for", "payment page: Payment for {item}", async (stage) => {
    const { car } = await openWithBooking(stage, (id) => `/dashboard/payment/${id}`);
    return { where: stage.page.getByRole("main"), words: `Payment for ${car.name}` };
  }),
  row("Congrats! your payment completed", "payment page", async (stage) => {
    await openPaid(stage);
    return { where: stage.page.getByRole("main") };
  }),
  row("Your transactionId", "payment page", async (stage) => {
    await openPaid(stage);
    return { where: stage.page.getByRole("main") };
  }),
];
