import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/prepare/find-browser.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";
import { measureSpeed } from "./run-lighthouse.mjs";

// `npm run bench:navigation`: the time from a click until the new page is in the document and on the screen, between pages
// of a demo shop from the build. See README.md.

const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const port = Number(process.env.PORT ?? 4710);
/** How long a mouse rests on a link before the click, and how long a finger presses it, in ms. People take longer. */
const hover = 100;
const tap = 80;
/** How long a page is at rest once it is loaded or scrolled, in ms: until then it draws pictures. People take longer. */
const rest = 500;

const firstCar = "article :is(h2, h3) a";
/** What only the page of a car has. Its URL is there before it. */
const carPage = "[aria-label='Back to cars'] a";
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
  { name: "car to its brand", from: firstCar, link: carPage, to: "/products/" },
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

/** This machine with a mouse, and two phones with the speeds that Chrome's developer tools give them (`measureSpeed`). */
const devices = [
  { name: "desktop", width: 1440, height: 900, open: clickLink },
  { name: "phone", width: 390, height: 844, speed: 1_000, open: tapLink },
  { name: "slow phone", width: 390, height: 844, speed: 264, open: tapLink },
];

const shops = [];
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const { address } = await openShop(shops, port);
  const speed = Number(process.env.BENCH_SPEED ?? (await measureSpeed(`${address}/blog`)));
  console.log(`Medians of ${rounds}, in ms. Speed of this machine: ${Math.round(speed)}\n`);
  console.log(
    `| from, to | ${devices.map(({ name }) => `${name}: document | screen`).join(" | ")} |`,
  );
  console.log(`| --- |${" ---: |".repeat(2 * devices.length)}`);
  for (const step of steps.filter(({ name }) => name.includes(asked))) {
    const cells = [];
    for (const device of devices) {
      const slowdown = Math.max(1, speed / (device.speed ?? speed));
      const times = await measure(address, step, { ...device, slowdown });
      cells.push(median(times.map(({ changed }) => changed)));
      cells.push(median(times.map(({ painted }) => painted)));
    }
    console.log(`| ${step.name} | ${cells.map(Math.round).join(" | ")} |`);
  }
} finally {
  await browser.close();
  await closeShops(shops);
}

/** The times of a step. The first round loads the code of the page, and is not counted. */
async function measure(
  address,
  { from, field, link, to, isBack },
  { slowdown, open, width, height },
) {
  const page = await browser.newPage({ viewport: { width, height } });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    await openFrom(page, address, from);
    if (field) await page.fill("main input[type=search]", field);
    const target = page.locator(link).first();
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(rest);
    if (isBack) {
      await open(target);
      await page.waitForSelector(carPage);
      await page.waitForTimeout(rest);
    }
    const watch = () => page.evaluate(watchFor, { to, isBack });
    await (isBack ? watch() : open(target, watch));
    times.push(await page.evaluate("shown"));
  }
  await page.close();
  return times.slice(1);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function clickLink(link, watch) {
  // Begins again if the page is drawn again.
  await link.hover();
  await link.page().waitForTimeout(hover);
  await watch?.();
  await link.click();
}

async function tapLink(link, watch) {
  await watch?.();
  await link.click({ delay: tap });
}

/** Opens the page of the first step: by its path, or through the first car of the home page. */
async function openFrom(page, address, from) {
  await page.goto(from.startsWith("/") ? address + from : address);
  await page.waitForSelector("footer [aria-label=Theme]");
  if (from.startsWith("/")) return;
  await page.waitForTimeout(rest);
  await page.locator(from).first().click();
  await page.waitForSelector(carPage);
}

/**
 * In the page: resolves `shown` with the times from the click until the new page's heading or first car is in the document,
 * and on the screen. `isBack` goes back instead of waiting for a click.
 */
function watchFor({ to, isBack }) {
  const contents = () => ["h1", "main article :is(h2, h3)"].map((at) => document.querySelector(at));
  const before = contents();
  const address = location.href;
  const isWhole = () =>
    location.href !== address &&
    location.pathname.startsWith(to) &&
    !document.querySelector("main :is(.animate-skeleton, [aria-busy=true])") &&
    ![...document.querySelectorAll("main [role=status]")].some(({ textContent }) =>
      textContent.startsWith("Loading"),
    );
  /** When each element with `elementtiming` was on the screen. */
  const painted = new Map();
  globalThis.shown = new Promise((resolve) => {
    const watch = ({ timeStamp }) => {
      let changed = null;
      const look = () => {
        const fresh = contents().filter((element, at) => element && element !== before[at]);
        for (const element of fresh) element.setAttribute("elementtiming", "");
        if (!isWhole() || !fresh.length) return;
        changed ??= performance.now() - timeStamp;
        const inView = fresh.filter((element) => element.getBoundingClientRect().top < innerHeight);
        if (!inView.length || !inView.every((element) => painted.has(element))) return;
        changes.disconnect();
        const onScreen = Math.max(...inView.map((element) => painted.get(element)));
        resolve({ changed, painted: onScreen - timeStamp });
      };
      const changes = new MutationObserver(look);
      changes.observe(document, { childList: true, subtree: true });
      new PerformanceObserver((list) => {
        for (const { element, renderTime } of list.getEntries()) painted.set(element, renderTime);
        look();
      }).observe({ type: "element" });
    };
    if (!isBack) return addEventListener("click", watch, { capture: true, once: true });
    watch({ timeStamp: performance.now() });
    history.back();
  });
}
