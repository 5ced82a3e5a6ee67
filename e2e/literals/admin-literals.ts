import { open, openAs } from "../steps/open-page.ts";
import { chooseInRow, messages, rowOf } from "../steps/locators.ts";
import { journey, row, type Stage } from "./journey.ts";

async function openDashboard({ page, shop }: Stage) {
  const [user, buyer, seller] = await Promise.all([
    shop.signUp("Buyer"),
    shop.signUp("Buyer"),
    shop.signUp("Seller"),
  ]);
  await openAs(page, await shop.admin(), "/dashboard");
  return {
    page,
    user,
    buyer,
    seller,
    drawer: page.getByRole("navigation", { name: "Dashboard" }),
    rowOfUser: rowOf(page, user.email),
    rowOfBuyer: rowOf(page, buyer.email),
    rowOfSeller: rowOf(page, seller.email),
    question: page.getByRole("alertdialog"),
  };
}
type Managing = Awaited<ReturnType<typeof openDashboard>>;

const inDrawer = ({ drawer }: Managing) => ({ where: drawer });

export const adminJourneys = [
  journey(
    "an admin makes an admin, deletes a buyer, verifies and deletes a seller",
    openDashboard,
    [
      row("All Buyer", "drawer menu, admin", inDrawer),
      row("All Seller", "drawer menu, admin", inDrawer),
      row("Reported Items", "drawer menu, admin", inDrawer),
      row(
        "Make Admin",
        "drawer menu and action, admin",
        async ({ page, drawer, user, rowOfUser }) => {
          await open(page, "/dashboard/allusers");
          return {
            where: [drawer, rowOfUser],
            text: new RegExp(`^Make Admin(: ${user.name})?$`),
          };
        },
      ),
      row("Make admin successful", "toast", async ({ page, rowOfUser, question }) => {
        await rowOfUser.getByRole("button", { name: "Make Admin" }).click();
        await question.getByRole("button", { name: "Make Admin" }).click();
        return { where: messages(page) };
      }),
      row("Admin Created", "label on an admin", ({ rowOfUser }) => ({ where: rowOfUser })),
      row("Delete", "tables", async ({ page, buyer, rowOfBuyer }) => {
        await open(page, "/dashboard/allbuyer");
        return { where: rowOfBuyer, text: `Delete ${buyer.name}` };
      }),
      row("Buyer Deleted Successfully", "toast", async ({ page, rowOfBuyer, question }) => {
        await rowOfBuyer.getByRole("button", { name: "Delete" }).click();
        await question.getByRole("button", { name: "Delete" }).click();
        return { where: messages(page) };
      }),
      row("Verify", "sellers table", async ({ page, seller, rowOfSeller }) => {
        await open(page, "/dashboard/allseller");
        return { where: rowOfSeller, text: `Verify ${seller.name}` };
      }),
      row("verified!", "toast: Seller {name} verified!", async ({ page, seller, rowOfSeller }) => {
        await rowOfSeller.getByRole("button", { name: "Verify" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
        return { where: messages(page), text: `Seller ${seller.name} verified!` };
      }),
      row("Verified", "label on a verified seller", ({ rowOfSeller }) => ({ where: rowOfSeller })),
      row("Seller Deleted Successfully", "toast", async ({ page, rowOfSeller, question }) => {
        await chooseInRow(rowOfSeller, /^Delete/);
        await question.getByRole("button", { name: "Delete" }).click();
        return { where: messages(page) };
      }),
    ],
  ),
];
