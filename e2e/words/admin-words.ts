import { openAs } from "../steps/go.ts";
import { messages, rowOf } from "../steps/look.ts";
import type { Role } from "../steps/shop.ts";
import { row, type Stage } from "./row.ts";

async function openDrawer({ page, shop }: Stage) {
  await openAs(page, await shop.admin(), "/dashboard");
  return { where: page.getByRole("navigation", { name: "Dashboard" }) };
}

/** Somebody of this role, as an admin sees them in the table at `path`. */
async function openPerson({ page, shop }: Stage, role: Role, path: string) {
  const person = await shop.signUp(role);
  await openAs(page, await shop.admin(), path);
  return { person, own: rowOf(page, person.email) };
}

async function deletePerson(stage: Stage, role: Role, path: string) {
  const { own } = await openPerson(stage, role, path);
  await own.getByRole("button", { name: "Delete" }).click();
  await stage.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  return { where: messages(stage.page) };
}

/** What an admin reads. */
export const adminWords = [
  row("All Buyer", "drawer menu, admin", openDrawer),
  row("All Seller", "drawer menu, admin", openDrawer),
  row("Make Admin", "drawer menu and action, admin", async (stage) => {
    const { person, own } = await openPerson(stage, "Buyer", "/dashboard/allusers");
    const entryOrButton = new RegExp(`^Make Admin(: ${person.name})?$`);
    return {
      where: [stage.page.getByRole("navigation", { name: "Dashboard" }), own],
      words: entryOrButton,
    };
  }),
  row("Reported Items", "drawer menu, admin", openDrawer),
  row("Delete", "tables", async (stage) => {
    const { person, own } = await openPerson(stage, "Buyer", "/dashboard/allbuyer");
    return { where: own, words: `Delete ${person.name}` };
  }),
  row("Buyer Deleted Successfully", "toast", (stage) =>
    deletePerson(stage, "Buyer", "/dashboard/allbuyer"),
  ),
  row("Seller Deleted Successfully", "toast", (stage) =>
    deletePerson(stage, "Seller", "/dashboard/allseller"),
  ),
  row("Verify", "sellers table", async (stage) => {
    const { person, own } = await openPerson(stage, "Seller", "/dashboard/allseller");
    return { where: own, words: `Verify ${person.name}` };
  }),
  row("Verified", "label on a verified seller", async (stage) => {
    const { page, shop } = stage;
    const seller = await shop.signUp("Seller");
    await shop.verify(seller);
    await openAs(page, await shop.admin(), "/dashboard/allseller");
    return { where: rowOf(page, seller.email) };
  }),
  row("verified!", "toast: Seller {name} verified!", async (stage) => {
    const { person, own } = await openPerson(stage, "Seller", "/dashboard/allseller");
    await own.getByRole("button", { name: "Verify" }).click();
    return { where: messages(stage.page), words: `Seller ${person.name} verified!` };
  }),
  row("Make admin successful", "toast", async (stage) => {
    const { own } = await openPerson(stage, "Buyer", "/dashboard/allusers");
    await own.getByRole("button", { name: "Make Admin" }).click();
    await stage.page.getByRole("alertdialog").getByRole("button", { name: "Make Admin" }).click();
    return { where: messages(stage.page) };
  }),
  row("Admin Created", "label on an admin", async (stage) => ({
    where: (await openPerson(stage, "admin", "/dashboard/allusers")).own,
  })),
];
