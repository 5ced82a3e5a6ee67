import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { cardOf, expectMessage } from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { startShop, startTimeout, type RunningShop } from "../steps/start-shop.ts";

const sources = ["db", "server", "shared", "simulators", "web", "react-router.config.ts"];
const others = ["package.json", "tsconfig.json", "vite.config.ts"];

// A make that does not exist, in one file and its line in the list.
const otter = `import { model, words, type MakeFacts } from "./make-facts.ts";
export const otter = {
  name: "Otter",
  categoryId: 90,
  logo: "otter.svg",
  spellings: ["otter"],
  nicknames: ["ottie"],
  models: [model("River", 2014, "high", ["estate"]), model("Z9 Brook", 2016, "high", ["coupe"])],
  trims: ["reed"],
  manufacturerCodes: words("ZX9"),
} as const satisfies MakeFacts;
`;

/** Builds the shop with the make in a folder of its own. */
function buildWithOtter(): string {
  const folder = mkdtempSync(join(tmpdir(), "marque-otter-"));
  for (const name of [...sources, ...others])
    cpSync(resolve(name), join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "shared/makes/otter.ts"), otter);
  const list = join(folder, "shared/makes/all-makes.ts");
  const listed = readFileSync(list, "utf8").replace("  tesla,\n]", "  tesla,\n  otter,\n]");
  writeFileSync(list, `import { otter } from "./otter.ts";\n${listed}`);
  const program = resolve("node_modules/@react-router/dev/bin.js");
  execFileSync(process.execPath, [program, "build"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "ignore",
  });
  return folder;
}

test.describe("a make that one file adds", { tag: "@deep" }, () => {
  test.describe.configure({ timeout: 2 * startTimeout });

  let folder: string;
  let running: RunningShop;
  test.beforeAll(async () => {
    folder = buildWithOtter();
    running = await startShop({ MAKES: "BMW, Mercedes-Benz, Audi, Otter" }, folder);
  });
  test.afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is sold, found, read from feeds and checked like any other", async ({ page }) => {
    const { shop } = running;
    const seller = await shop.signUp("Seller");
    const product = { ...newProduct(), name: "Otter River", category: "Otter" };
    await openAs(page, seller, `${shop.address}/dashboard/addproduct`);
    await fillProduct(page, product);
    const form = page.getByRole("main");
    await form.getByRole("combobox", { name: "Model", exact: true }).fill("River");
    await sendProduct(page);
    await expectMessage(page, "Product Add Successful");

    await open(page, `${shop.address}/`);
    await expect(page.getByRole("main")).toContainText(
      "Used BMW, Mercedes-Benz, Audi and Otter cars, with the details that matter",
    );
    await page.getByRole("link", { name: /^Otter, 1 car$/ }).click();
    await expect(cardOf(page, product.name)).toBeVisible();

    await open(page, `${shop.address}/search?q=ottie+river+under+80k`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("1 used car");
    await expect(cardOf(page, product.name)).toBeVisible();

    const sitemap = await page.request.get(`${shop.address}/sitemaps/pages.xml`);
    expect(await sitemap.text()).toContain("/products/90<");
    const estimate = await shop.call(
      seller,
      "GET",
      "/api/valuation/estimate?make=Otter&model=River&year=2020&mileage=20000",
    );
    expect(estimate).toMatchObject({ isEstimated: false });
    const car = { name: "BMW M3", category: "BMW", resalePrice: 9000, originalPrice: 9000 };
    const body = { ...car, condition: "Good", vin: "ZX9ZZZ8K9AA000001" };
    await expect(shop.call(seller, "POST", "/api/addproduct", body)).rejects.toThrow(
      "This VIN is of a Otter: its manufacturer code is ZX9.",
    );

    const { plan } = await shop.planFile(seller, [
      "Make,Model,Year,Price,Mileage,Stock number",
      "Otter,Z9 Brook 2.0,2019,21000,30000,A1",
      "Otter,River,2009,9000,90000,A2",
      "Lexus,IS 300,2019,20000,30000,A3",
    ]);
    expect(plan.counts).toMatchObject({ added: 1, refused: 2 });
  });
});
