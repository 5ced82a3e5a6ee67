// A Vendure shop with as many cars as asked, for comparison with ours. DATABASE_URL names its empty database, PRODUCTS
// how many cars it gets. It sends its port once they can be searched. No administrator: only the Shop API is used.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LanguageCode,
  LogLevel,
  RequestContextService,
  SearchService,
} from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";

const { DATABASE_URL: url, PRODUCTS: products } = process.env;
const models = ["Saloon", "Estate", "Coupe", "Cabrio", "Sport"];
const makes = ["BMW", "Mercedes-Benz", "Audi"];
const fuels = ["petrol", "diesel", "hybrid", "electric"];

// As its documentation sets up production, without plugins that the calls measured do not need.
const config = {
  apiOptions: {
    port: 0,
    hostname: "127.0.0.1",
    adminApiPath: "admin-api",
    shopApiPath: "shop-api",
  },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "bench", password: "bench-of-vendure" },
    cookieOptions: { secret: "bench" },
  },
  dbConnectionOptions: { type: "postgres", url, synchronize: true, logging: false, poolSize: 10 },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true, pollInterval: 200 }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false }),
  ],
  logger: new DefaultLogger({ level: LogLevel.Error }),
};
const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "Europe",
  countries: [{ name: "Germany", code: "DE", zone: "Europe" }],
  taxRates: [{ name: "Standard", percentage: 20 }],
  shippingMethods: [{ name: "Collection", price: 0 }],
  paymentMethods: [
    {
      name: "Card",
      handler: {
        code: dummyPaymentHandler.code,
        arguments: [{ name: "automaticSettle", value: "true" }],
      },
    },
  ],
  collections: [],
};

const folder = mkdtempSync(join(tmpdir(), "vendure-"));
process.chdir(folder);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "cars.csv");
writeFileSync(file, csvOf(Number(products)));
const app = await populate(
  async () => {
    const started = await bootstrap(config);
    await started.get(JobQueueService).start();
    return started;
  },
  initialData,
  file,
);
const context = await app.get(RequestContextService).create({ apiType: "admin" });
await app.get(SearchService).reindex(context);
const { port } = app.getHttpServer().address();
while ((await readImported()) < Number(products))
  await new Promise((resolve) => setTimeout(resolve, 500));
process.send?.(port);

/** How many cars the shop finds, which become more while it indexes them. */
async function readImported() {
  const answer = await fetch(`http://127.0.0.1:${port}/shop-api`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ search(input: { groupByProduct: true }) { totalItems } }" }),
  });
  return (await answer.json()).data.search.totalItems;
}

/** The cars in the format that Vendure imports; many in stock of each, since our buyers cancel and its do not. */
function csvOf(count) {
  const header =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const lines = Array.from({ length: count }, (_, n) => {
    const name = `${makes[n % 3]} ${models[n % 5]} ${n}`;
    const facets = `make:${makes[n % 3]}|model:${models[n % 5]}|fuel:${fuels[n % 4]}|year:${2005 + (n % 20)}`;
    const price = 5_000 + ((n * 79) % 80_000);
    return `${name},car-${n},"Full service history, one owner from new. Number ${n}",,${facets},,,car-${n},${price},standard,1000000,false,,`;
  });
  return [header, ...lines].join("\n");
}
