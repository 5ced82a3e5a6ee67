import { openAs } from "../steps/go.ts";
import { messages, rowOf } from "../steps/look.ts";
import { fillProduct, productFacts, sendProduct } from "../steps/add-product.ts";
import { row, type Stage } from "./row.ts";

async function openDrawer({ page, shop }: Stage) {
  await openAs(page, await shop.signUp("Seller"), "/dashboard");
  return { where: page.getByRole("navigation", { name: "Dashboard" }) };
}

async function openForm({ page, shop }: Stage) {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  return { where: page.getByRole("main") };
}

async function openOwnCar({ page, shop }: Stage, advertised = false) {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, { advertised });
  await openAs(page, seller, "/dashboard/myproduct");
  return { car, own: rowOf(page, car.name) };
}

/** What a seller reads. */
export const sellerWords = [
  row("Add Products", "drawer menu, seller", openDrawer),
  row("My Products", "drawer menu, seller", openDrawer),
  row("Add a New Product", "add-product form", openForm),
  row("PNG, JPG, GIF up to 10MB", "image hint", openForm),
  row("Excellent", "condition", openForm),
  row("Good", "condition", openForm),
  row("Fair", "condition", openForm),
  row("Product Add Successful", "toast", async (stage) => {
    await openForm(stage);
    await fillProduct(stage.page, productFacts());
    await sendProduct(stage.page);
    return { where: messages(stage.page) };
  }),
  row("Advertise", "my products", async (stage) => {
    const { car, own } = await openOwnCar(stage);
    return { where: own, words: `Advertise ${car.name}` };
  }),
  row("Advertised", "label on an advertised product", async (stage) => ({
    where: (await openOwnCar(stage, true)).own,
  })),
  row("advertise successfully!", "toast: {name} advertise successfully!", async (stage) => {
    const { car, own } = await openOwnCar(stage);
    await own.getByRole("button", { name: "Advertise" }).click();
    return { where: messages(stage.page), words: `${car.name} advertise successfully!` };
  }),
  row("Product Deleted Successfully", "toast", async (stage) => {
    const { own } = await openOwnCar(stage);
    await own.getByRole("button", { name: "Delete" }).click();
    await stage.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    return { where: messages(stage.page) };
  }),
];
