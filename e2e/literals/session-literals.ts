import { open, openAs, signIn } from "../steps/open-page.ts";
import { messages } from "../steps/locators.ts";
import { failPageData } from "../steps/fail-requests.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { newUser } from "../steps/shop.ts";
import { journey, row, type Stage } from "./journey.ts";

const narrow = { width: 390, height: 844 };

async function openLogin({ page, shop }: Stage) {
  const buyer = await shop.signUp("Buyer");
  await open(page, "/login");
  return {
    page,
    buyer,
    menu: page.getByRole("banner").getByRole("navigation", { name: "Main" }),
  };
}

async function openSignUp({ page }: Stage) {
  await open(page, "/signup");
  return { page, main: page.getByRole("main"), user: newUser() };
}
type SigningUp = Awaited<ReturnType<typeof openSignUp>>;

const withPassword =
  (password: string) =>
  async ({ page, main, user }: SigningUp) => {
    await fillSignUp(page, { ...user, password });
    await sendSignUp(page);
    return { where: main.getByRole("alert") };
  };

async function openBrokenPage({ page, shop }: Stage) {
  await openAs(page, await shop.signUp("Buyer"), "/");
  await failPageData(page);
  await page.getByRole("link", { name: /^BMW, / }).click();
  return { failure: page.getByRole("alert") };
}

/** Sign-up, sign-in and sign-out, and the error page. */
export const sessionJourneys = [
  journey("a buyer signs in, sees the header and the dashboard, and signs out", openLogin, [
    row("login Successful", "toast", async ({ page, buyer }) => {
      await signIn(page, buyer);
      return { where: messages(page) };
    }),
    row("dashboard-drawer", "id of the dashboard's drawer", ({ page }) => ({
      where: page.getByRole("navigation", { name: "Dashboard" }),
      isId: true,
    })),
    row("Dashboard", "header", ({ menu }) => ({ where: menu })),
    row("Log Out", "header, desktop", ({ menu }) => ({ where: menu })),
    row("Sign Out", "header, mobile menu", async ({ page }) => {
      await page.setViewportSize(narrow);
      await open(page, "/blog");
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      return { where: page.getByRole("navigation", { name: "Menu", exact: true }) };
    }),
    row(" Logout Successfuly!", "toast: {name} Logout Successfuly!", async ({ page, buyer }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("button", { name: "Log Out" }).click();
      return { where: messages(page), text: `${buyer.name} Logout Successfuly!` };
    }),
  ]),
  journey("a visitor signs up, after three weak passwords", openSignUp, [
    // The name of each choice goes on with a description.
    row("Buyer", "sign-up role", ({ main }) => ({ where: main, text: /^Buyer\b/ })),
    row("Seller", "sign-up role; toast Seller {name} verified!", ({ main }) => ({
      where: main,
      text: /^Seller\b/,
    })),
    row("Please Provide at least One Uppercase", "sign-up", withPassword("showroom")),
    row("Please Provide at least One Number", "sign-up", withPassword("Showroom")),
    row(
      "Please Provide at least One Speacial Carecter",
      "sign-up (spelt so on purpose)",
      withPassword("Showroom1"),
    ),
    row("User Registration Successful!!", "toast", async ({ page, user }) => {
      await fillSignUp(page, user);
      await sendSignUp(page);
      return { where: messages(page) };
    }),
  ]),
  journey("a page fails", openBrokenPage, [
    row("Something went wrong!!!", "error page", ({ failure }) => ({ where: failure })),
    row("Sign out", "error page button", ({ failure }) => ({ where: failure })),
  ]),
];
