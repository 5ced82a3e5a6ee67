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
  };
}

/** Fills the Add a New Product form that is open. */
export async function fillProduct(page: Page, facts: NewProduct): Promise<void> {
  const form = page.getByRole("main");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(facts.name);
  await form.getByLabel("Original price").fill(facts.originalPrice);
  await form.getByLabel("Resale price").fill(facts.resalePrice);
  await form.getByLabel("Location").fill(facts.location);
  await form.getByLabel("Year of purchase").fill(facts.purchase);
  await form.getByLabel("Years used").fill(facts.used);
  await form.getByLabel("Category").selectOption("Audi");
  await form.getByRole("radio", { name: "Good" }).check();
}

export async function sendProduct(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add product" }).click();
}
