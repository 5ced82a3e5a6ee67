import type { Page } from "@playwright/test";
import { unique } from "./shop.ts";

export type NewProduct = ReturnType<typeof newProduct>;

export function newProduct() {
  return {
    name: `Audi ${unique()}`,
    originalPrice: "41000",
    resalePrice: "32500",
    location: "Porto",
    purchase: "2020",
    used: "4",
    category: "Audi",
  };
}

/** Fills in the open Add a New Product form. */
export async function fillProduct(page: Page, product: NewProduct): Promise<void> {
  const form = page.getByRole("main");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(product.name);
  await form.getByLabel("Original price").fill(product.originalPrice);
  await form.getByLabel("Resale price").fill(product.resalePrice);
  await form.getByLabel("Location").fill(product.location);
  await form.getByLabel("Year of purchase").fill(product.purchase);
  await form.getByLabel("Years used").fill(product.used);
  await form.getByLabel("Category").selectOption(product.category);
  await form.getByRole("radio", { name: "Good" }).check();
}

export async function sendProduct(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add product" }).click();
}
