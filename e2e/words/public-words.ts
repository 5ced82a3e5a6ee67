import { cardOf } from "../steps/look.ts";
import { open } from "../steps/go.ts";
import { row, type Stage } from "./row.ts";

const tagline = "BROWSE Marque DATABASE OF NEW LUXURY CARS IN WORLD";

async function openHome({ page }: Stage) {
  await open(page, "/");
  return page.getByRole("main");
}

async function openFooter({ page }: Stage) {
  await open(page, "/blog");
  return { where: page.getByRole("contentinfo"), words: tagline };
}

async function openHeader({ page }: Stage) {
  await open(page, "/blog");
  return { where: page.getByRole("banner") };
}

async function openCard({ page, shop }: Stage) {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await open(page, "/products/1");
  return cardOf(page, car.name);
}

async function openBrands({ page }: Stage) {
  await open(page, "/products/1");
  return { where: page.getByRole("navigation", { name: "Brands" }) };
}

/** Header, footer, home, cards and the 404 page, as a visitor has them. */
export const publicWords = [
  row(
    "BROWSE",
    "footer tagline: BROWSE {product} DATABASE OF NEW LUXURY CARS IN WORLD",
    openFooter,
  ),
  row("DATABASE OF NEW LUXURY CARS IN WORLD", "footer tagline", openFooter),
  row("Shop Your Brand", "home", async (stage) => ({
    where: (await openHome(stage)).getByRole("region", { name: "Shop Your Brand", exact: true }),
  })),
  row("Advertise Items", "home", async (stage) => ({
    where: (await openHome(stage)).getByRole("region", { name: "Advertise Items", exact: true }),
  })),
  row("How it works", "home", async (stage) => ({
    where: (await openHome(stage)).getByRole("region", { name: "How it works", exact: true }),
  })),
  row("Ready To Sell Your Supercar?", "home banner", async (stage) => ({
    where: await openHome(stage),
  })),
  row("7 days or 100 miles", "home, how it works", async (stage) => ({
    where: (await openHome(stage)).getByRole("region", { name: "How it works" }),
    words: /\b7 days or 100 miles\b/,
  })),
  row("Market Price", "car card", async (stage) => ({
    where: await openCard(stage),
    words: "Market Price $31,000",
  })),
  row("Post On", "car card", async (stage) => ({ where: await openCard(stage) })),
  row("Book Now", "car card", async (stage) => ({ where: await openCard(stage) })),
  row("Type", "car card: Type (condition)", async (stage) => ({ where: await openCard(stage) })),
  row("Home", "header", openHeader),
  row("Blog", "header", openHeader),
  row("Login", "header", openHeader),
  row("Register", "header", openHeader),
  row("Sorry, we couldn't find this page.", "404 page", async ({ page }) => {
    await open(page, "/no-such-page");
    return { where: page.getByRole("heading", { level: 1 }) };
  }),
  row("Go Back", "404 page link", async ({ page }) => {
    await open(page, "/no-such-page");
    return { where: page.getByRole("main").getByRole("link") };
  }),
  row("BMW", "category", openBrands),
  row("Mercedes-Benz", "category", openBrands),
  row("Audi", "category", openBrands),
];
