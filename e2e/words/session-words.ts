import { open, openAs, signIn } from "../steps/go.ts";
import { messages } from "../steps/look.ts";
import { failPageData } from "../steps/fail.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { someone } from "../steps/shop.ts";
import { row, type Stage } from "./row.ts";

const narrow = { width: 390, height: 844 };

/** The choice's name goes on with what it is for. */
async function openRole({ page }: Stage, words: RegExp) {
  await open(page, "/signup");
  return { where: page.getByRole("main"), words };
}

async function signUpWithPassword({ page }: Stage, password: string) {
  await open(page, "/signup");
  await fillSignUp(page, { ...someone(), password });
  await sendSignUp(page);
  return { where: page.getByRole("main").getByRole("alert") };
}

async function openBrokenPage({ page }: Stage) {
  await open(page, "/");
  await failPageData(page);
  await page.getByRole("link", { name: /^BMW/ }).click();
  return page.getByRole("alert");
}

/** What is read around signing up, in and out. */
export const sessionWords = [
  row("Dashboard", "header", async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), "/blog");
    return { where: page.getByRole("banner").getByRole("navigation", { name: "Main" }) };
  }),
  row("Log Out", "header, desktop", async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), "/blog");
    return { where: page.getByRole("banner").getByRole("navigation", { name: "Main" }) };
  }),
  row("Sign Out", "header, mobile menu", async ({ page, shop }) => {
    await page.setViewportSize(narrow);
    await openAs(page, await shop.signUp("Buyer"), "/blog");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    return { where: page.getByRole("navigation", { name: "Menu", exact: true }) };
  }),
  row("dashboard-drawer", "id of the dashboard's drawer", async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), "/dashboard");
    return { where: page.getByRole("navigation", { name: "Dashboard" }), isId: true };
  }),
  row("Something went wrong!!!", "error page", async (stage) => ({
    where: await openBrokenPage(stage),
  })),
  row("Sign out", "error page button", async (stage) => ({ where: await openBrokenPage(stage) })),
  row("Please Provide at least One Uppercase", "sign-up", (stage) =>
    signUpWithPassword(stage, "showroom"),
  ),
  row("Please Provide at least One Number", "sign-up", (stage) =>
    signUpWithPassword(stage, "Showroom"),
  ),
  row("Please Provide at least One Speacial Carecter", "sign-up (spelt so on purpose)", (stage) =>
    signUpWithPassword(stage, "Showroom1"),
  ),
  row("Buyer", "sign-up role", (stage) => openRole(stage, /^Buyer\b/)),
  row("Seller", "sign-up role; toast Seller {name} verified!", (stage) =>
    openRole(stage, /^Seller\b/),
  ),
  row("User Registration Successful!!", "toast", async ({ page }) => {
    await open(page, "/signup");
    await fillSignUp(page, someone());
    await sendSignUp(page);
    return { where: messages(page) };
  }),
  row("login Successful", "toast", async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, "/login");
    await signIn(page, buyer);
    return { where: messages(page) };
  }),
  row(" Logout Successfuly!", "toast: {name} Logout Successfuly!", async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await openAs(page, buyer, "/blog");
    await page.getByRole("button", { name: "Log Out" }).click();
    return { where: messages(page), words: `${buyer.name} Logout Successfuly!` };
  }),
];
