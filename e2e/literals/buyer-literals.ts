import { cards } from "#testing/payments/card-calls.ts";
import { open, openAs } from "../steps/open-page.ts";
import { cardOf, messages, rowOf } from "../steps/locators.ts";
import { expectPaid, payWith } from "../steps/pay.ts";
import { journey, row, type Stage } from "./journey.ts";

async function openCar({ page, shop }: Stage) {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await openAs(page, buyer, "/products/1");
  return {
    page,
    car,
    main: page.getByRole("main"),
    card: cardOf(page, car.name),
    booking: page.getByRole("dialog"),
    question: page.getByRole("alertdialog"),
    order: rowOf(page, car.name),
  };
}

/** Reporting, booking and paying. */
export const buyerJourneys = [
  journey("a buyer reports a car, books it and pays for it", openCar, [
    row(
      "Do you want to report this product named",
      "confirmation: … {name}",
      async ({ card, question, car }) => {
        await card.getByRole("button", { name: "Report" }).click();
        return { where: question, text: `Do you want to report this product named ${car.name}` };
      },
    ),
    row(
      "reported successfully!",
      "toast: {name} reported successfully!",
      async ({ page, question, car }) => {
        await question.getByRole("button", { name: "Report" }).click();
        return { where: messages(page), text: `${car.name} reported successfully!` };
      },
    ),
    row("Booking Confirmation", "booking dialog title", async ({ card, booking }) => {
      await card.getByRole("button", { name: "Book Now" }).click();
      return { where: booking };
    }),
    row("Booking Successfully Submitted", "toast", async ({ page, booking }) => {
      await booking.getByRole("button", { name: /^Book for / }).click();
      return { where: messages(page) };
    }),
    row("My Orders", "drawer menu, buyer", async ({ page }) => {
      await open(page, "/dashboard/myorders");
      return { where: page.getByRole("navigation", { name: "Dashboard" }) };
    }),
    row("Pay", "my orders and payment page", ({ order, car }) => ({
      where: order,
      text: `Pay for ${car.name}`,
    })),
    row("Payment for", "payment page: Payment for {item}", async ({ order, main, car }) => {
      await order.getByRole("link", { name: /^Pay for/ }).click();
      return { where: main, text: `Payment for ${car.name}` };
    }),
    row("Congrats! your payment completed", "payment page", async ({ page, main }) => {
      await payWith(page, cards.good);
      await expectPaid(page);
      return { where: main };
    }),
    row("Your transactionId", "payment page", ({ main }) => ({ where: main })),
    row("paid", "label on a paid booking", async ({ page, order }) => {
      await page.getByRole("link", { name: "Back to My Orders" }).click();
      return { where: order };
    }),
  ]),
];
