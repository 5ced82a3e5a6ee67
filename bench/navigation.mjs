import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/prepare/find-browser.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";

// `npm run bench:navigation`: the time from a click to the new page on the screen, between pages of a demo shop from the
// build. See README.md.

const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const port = Number(process.env.PORT ?? 4710);
/** How long the pointer rests on a link before the click, in ms. People take at least this long. */
const hover = 100;

const firstCar = "article :is(h2, h3) a";
const asked = process.env.BENCH_STEPS ?? "";
const steps = [
  { name: "home to a car", from: "/", link: firstCar, to: "/cars/" },
  { name: "home to a brand", from: "/", link: "#brands a", to: "/products/" },
  { name: "brand to a car", from: "/products/1", link: firstCar, to: "/cars/" },
  {
    name: "brand to another",
    from: "/products/1",
    link: "[aria-label=Brands] a >> nth=1",
    to: "/products/2",
  },
  { name: "search to a car", from: "/search", link: firstCar, to: "/cars/" },
  {
    name: "home to the results of a search",
    from: "/",
    field: "audi",
    link: "main form[role=search] button",
    to: "/search",
  },
  { name: "car to its brand", from: firstCar, link: "[aria-label=Brand] a", to: "/products/" },
  { name: "car to a similar car", from: firstCar, link: firstCar, to: "/cars/" },
  { name: "car to home", from: firstCar, link: "header a >> nth=0", to: "/" },
  {
    name: "brand to the next page",
    from: "/products/1",
    link: "main a[href*=cursor]",
    to: "/products/1",
  },
  {
    name: "car back to a brand",
    from: "/products/1",
    link: firstCar,
    to: "/products/1",
    isBack: true,
  },
];

/** A desktop computer, and a phone with a quarter of this machine's speed. */
const devices = [
  { width: 1440, height: 900, slowdown: 1 },
  { width: 390, height: 844, slowdown: 4 },
];

const shops = [];
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const { address } = await openShop(shops, port);
  console.log(`Median and slowest of ${rounds}, in ms\n`);
  console.log("| from, to | desktop | slowest | phone | slowest |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const step of steps.filter(({ name }) => name.includes(asked))) {
    const cells = [];
    for (const device of devices) {
      const times = await measure(address, step, device);
      cells.push(times[Math.floor(times.length / 2)], times.at(-1));
    }
    console.log(`| ${step.name} | ${cells.map(Math.round).join(" | ")} |`);
  }
} finally {
  await browser.close();
  await closeShops(shops);
}

/** The times of a step, shortest first. The first round loads the code of the page, and is not counted. */
async function measure(address, { from, field, link, to, isBack }, { slowdown, ...viewport }) {
  const page = await browser.newPage({ viewport });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    await openFrom(page, address, from);
    if (field) await page.fill("main input[type=search]", field);
    const target = page.locator(link).first();
    // Also scrolls, and begins again if the page is drawn again.
    await target.hover();
    await page.waitForTimeout(hover);
    if (isBack) {
      await target.click();
      await page.waitForURL("**/cars/**");
      await page.waitForTimeout(hover);
    }
    await page.evaluate(watchFor, { to, isBack });
    if (!isBack) await target.click();
    times.push(await page.evaluate("shown"));
  }
  await page.close();
  return times.slice(1).toSorted((a, b) => a - b);
}

/** Opens the page of the first step: by its path, or through the first car of the home page. */
async function openFrom(page, address, from) {
  await page.goto(from.startsWith("/") ? address + from : address);
  await page.waitForSelector("footer [aria-label=Theme]");
  if (from.startsWith("/")) return;
  await page.locator(from).first().click();
  await page.waitForURL("**/cars/**");
}

/**
 * In the page: resolves `shown` with the time from the click to the frame with all of the new page. `isBack` goes back
 * instead of waiting for a click.
 */
function watchFor({ to, isBack }) {
  const contents = () => ["h1", "main article"].map((at) => document.querySelector(at));
  const before = contents();
  const address = location.href;
  const isShown = () =>
    location.href !== address &&
    location.pathname.startsWith(to) &&
    document.querySelector("h1") !== null &&
    contents().some((element, at) => element !== before[at]) &&
    !document.querySelector("main :is(.animate-skeleton, [aria-busy=true])") &&
    ![...document.querySelectorAll("main [role=status]")].some(({ textContent }) =>
      textContent.startsWith("Loading"),
    );
  globalThis.shown = new Promise((resolve) => {
    const watch = ({ timeStamp }) => {
      // The second frame after the change begins once the first is on the screen.
      const look = () =>
        isShown()
          ? requestAnimationFrame((now) => resolve(now - timeStamp))
          : requestAnimationFrame(look);
      look();
    };
    if (!isBack) return addEventListener("click", watch, { capture: true, once: true });
    watch({ timeStamp: performance.now() });
    history.back();
  });
}
