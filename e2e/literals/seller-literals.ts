import { openAs } from "../steps/open-page.ts";
import { chooseInRow, messages, rowOf } from "../steps/locators.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { journey, row, type Stage } from "./journey.ts";

async function openForm({ page, shop }: Stage) {
  const product = newProduct();
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  return {
    page,
    product,
    drawer: page.getByRole("navigation", { name: "Dashboard" }),
    form: page.getByRole("main"),
    own: rowOf(page, product.name),
  };
}
type Selling = Awaited<ReturnType<typeof openForm>>;

const inDrawer = ({ drawer }: Selling) => ({ where: drawer });
const inForm = ({ form }: Selling) => ({ where: form });

export const sellerJourneys = [
  journey("a seller adds a car, advertises it and deletes it", openForm, [
    row("Add Products", "drawer menu, seller", inDrawer),
    row("My Products", "drawer menu, seller", inDrawer),
    row("Add a New Product", "add-product form", inForm),
    row("PNG, JPG, GIF up to 10MB", "image hint", inForm),
    row("Excellent", "condition", inForm),
    row("Good", "condition", inForm),
    row("Fair", "condition", inForm),
    row("Product Add Successful", "toast", async ({ page, product }) => {
      await fillProduct(page, product);
      await sendProduct(page);
      return { where: messages(page) };
    }),
    row("Advertise", "my products", ({ own, product }) => ({
      where: own,
      text: `Advertise ${product.name}`,
    })),
    row(
      "advertise successfully!",
      "toast: {name} advertise successfully!",
      async ({ page, own, product }) => {
        await own.getByRole("button", { name: "Advertise" }).click();
        return { where: messages(page), text: `${product.name} advertise successfully!` };
      },
    ),
    row("Advertised", "label on an advertised product", ({ own }) => ({ where: own })),
    row("Product Deleted Successfully", "toast", async ({ page, own }) => {
      await chooseInRow(own, /^Delete/);
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      return { where: messages(page) };
    }),
  ]),
];
