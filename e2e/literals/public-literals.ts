import { cardOf } from "../steps/locators.ts";
import { open } from "../steps/open-page.ts";
import { journey, row, type Stage } from "./journey.ts";

const tagline = "BROWSE Marque DATABASE OF NEW LUXURY CARS IN WORLD";

async function openHome({ page, shop }: Stage) {
  const car = await shop.addCar(await shop.signUp("Seller"));
  await open(page, "/");
  return {
    page,
    header: page.getByRole("banner"),
    main: page.getByRole("main"),
    footer: page.getByRole("contentinfo"),
    section: (name: string) => page.getByRole("region", { name, exact: true }),
    brands: page.getByRole("navigation", { name: "Brands" }),
    card: cardOf(page, car.name),
  };
}
type Visit = Awaited<ReturnType<typeof openHome>>;

const inHeader = ({ header }: Visit) => ({ where: header });
const inSection = (name: string) => (visit: Visit) => ({ where: visit.section(name) });
const inFooter = ({ footer }: Visit) => ({ where: footer, text: tagline });
const inCard = ({ card }: Visit) => ({ where: card });
const inBrands = ({ brands }: Visit) => ({ where: brands });

/** Header, footer, home, cards and the 404 page, as a visitor sees them. */
export const publicJourneys = [
  journey("a visitor opens the home page, a brand and a page that does not exist", openHome, [
    row("Home", "header", inHeader),
    row("Blog", "header", inHeader),
    row("Login", "header", inHeader),
    row("Register", "header", inHeader),
    row("Shop Your Brand", "home", inSection("Shop Your Brand")),
    row("Advertise Items", "home", inSection("Advertise Items")),
    row("How it works", "home", inSection("How it works")),
    row("Ready To Sell Your Supercar?", "home banner", ({ main }) => ({ where: main })),
    row("7 days or 100 miles", "home, how it works", ({ section }) => ({
      where: section("How it works"),
      text: /\b7 days or 100 miles\b/,
    })),
    row(
      "BROWSE",
      "footer tagline: BROWSE {product} DATABASE OF NEW LUXURY CARS IN WORLD",
      inFooter,
    ),
    row("DATABASE OF NEW LUXURY CARS IN WORLD", "footer tagline", inFooter),
    row("Market Price", "car card", async ({ page, card }) => {
      await open(page, "/products/1");
      return { where: card, text: "Market Price $31,000" };
    }),
    row("Post On", "car card", inCard),
    row("Book Now", "car card", inCard),
    row("Type", "car card: Type (condition)", inCard),
    row("BMW", "category", inBrands),
    row("Mercedes-Benz", "category", inBrands),
    row("Audi", "category", inBrands),
    row("Sorry, we couldn't find this page.", "404 page", async ({ page }) => {
      await open(page, "/no-such-page");
      return { where: page.getByRole("heading", { level: 1 }) };
    }),
    row("Go Back", "404 page link", ({ main }) => ({ where: main.getByRole("link") })),
  ]),
];
