// `npm run screenshots`: takes every page of a demo shop that runs, at three widths and in both themes, and joins them on
// contact sheets, one for each viewer. Only some pages: `npm run screenshots -- --pages '^/dashboard/feeds' --as seller`.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { addSession, loaded } from "../e2e/steps/open-page.ts";
import { openShop } from "../e2e/steps/shop.ts";
import { pagesOf, viewers } from "../e2e/steps/shop-pages.ts";
import { findBrowser } from "./prepare/find-browser.mjs";

const widths = [390, 820, 1440];
const themes = ["light", "dark"];
/** Of one page on a contact sheet, in pixels. */
const tile = { width: 320, height: 480, gap: 12 };

const { values: options } = parseArgs({
  options: {
    address: { type: "string", default: "http://127.0.0.1:3000" },
    folder: { type: "string", default: join(tmpdir(), "marque-screenshots") },
    pages: { type: "string", default: "" },
    as: { type: "string" },
    width: { type: "string", multiple: true },
    theme: { type: "string", multiple: true },
  },
});

mkdirSync(options.folder, { recursive: true });
const shop = openShop(options.address);
const accounts = await findAccounts(shop);
const browser = await chromium.launch({ executablePath: (await findBrowser()) ?? undefined });
try {
  for (const viewer of viewers)
    if (!options.as || options.as === viewer) await takeAll(browser, viewer);
} finally {
  await browser.close();
}
console.log(`The screenshots are in ${options.folder}.`);

async function takeAll(from, viewer) {
  const wanted = new RegExp(options.pages);
  const pages = pagesOf(viewer, accounts).filter(({ path }) => wanted.test(path));
  const files = pages.map(() => []);
  for (const colorScheme of themes.filter((name) => options.theme?.includes(name) ?? true))
    for (const width of widths.filter((size) => options.width?.includes(String(size)) ?? true)) {
      const page = await from.newPage({
        baseURL: options.address,
        viewport: { width, height: width < 800 ? 844 : 900 },
        colorScheme,
        reducedMotion: "reduce",
      });
      if (viewer !== "visitor") await addSession(page, accounts[viewer]);
      for (const [at, { path }] of pages.entries()) {
        const file = join(options.folder, `${nameOf(viewer, path)}-${width}-${colorScheme}.png`);
        await take(page, path, file);
        files[at].push(file);
      }
      await page.close();
    }
  if (pages.length > 0) await joinTiles(files, join(options.folder, `sheet-${viewer}.png`));
}

async function take(page, path, file) {
  await page.goto(path);
  await loaded(page);
  await showAll(page);
  await page.screenshot({ path: file, fullPage: true });
}

/** What is below the window is drawn, and its pictures load, only once it is near the window. */
async function showAll(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    for (const element of document.querySelectorAll("main *"))
      if (getComputedStyle(element).contentVisibility === "auto")
        element.style.contentVisibility = "visible";
  });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

function nameOf(viewer, path) {
  const words = path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
  return `${viewer}-${words || "home"}`;
}

/** A row for each page, a column for each width and theme. */
async function joinTiles(rows, file) {
  const { width, height, gap } = tile;
  const shots = rows.flatMap((files, row) =>
    files.map((source, column) => ({ source, row, column })),
  );
  const tiles = await Promise.all(
    shots.map(async ({ source, row, column }) => ({
      input: await sharp(source)
        .resize(width, height, { fit: "cover", position: "top" })
        .toBuffer(),
      left: gap + column * (width + gap),
      top: gap + row * (height + gap),
    })),
  );
  await sharp({
    create: {
      width: gap + Math.max(...rows.map((files) => files.length)) * (width + gap),
      height: gap + rows.length * (height + gap),
      channels: 3,
      background: "#808080",
    },
  })
    .composite(tiles)
    .png()
    .toFile(file);
}

/** The demo's accounts, with a page each for a booking, a car and a feed: those that they have, or else new ones. */
async function findAccounts(from) {
  const signIn = (name) => from.signIn(`${name}@marque.example`, "Marque!2026");
  const [buyer, seller, admin] = await Promise.all([
    signIn("buyer"),
    signIn("seller"),
    signIn("admin"),
  ]);
  const [own] = await from.listOwnCars(seller);
  const car = own ? { ...own, id: own._id } : await from.addCar(seller);
  const [booked] = await from.call(buyer, "GET", `/api/bookings?email=${buyer.email}`);
  const booking = booked?._id ?? (await from.book(buyer, await from.addCar(seller)));
  const feeds = await from.call(seller, "GET", "/api/feeds");
  const read = feeds.find(({ lastPlan }) => lastPlan !== null);
  const feed = read ? { id: read._id, plan: read.lastPlan._id } : await from.addFeed(seller, 12);
  return { buyer, seller, admin, car, booking, feed };
}
