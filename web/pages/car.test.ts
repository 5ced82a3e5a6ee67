import { describe, expect, test } from "vitest";
import type { Product } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { presentDetails } from "#shared/listings/car-details.ts";
import { groupedFacts } from "#web/listings/details/all-facts.ts";
import type { carJsonLd } from "#web/listings/details/car-json-ld.ts";
import { loader, meta } from "./car.tsx";
import type { CarPage, OffSaleCar } from "./page-services.ts";

const _id = "0b7f3c1e-2a4d-4e6f-8a9b-1c2d3e4f5a6b";
const product = {
  _id,
  name: "BMW 320d",
  make: "BMW",
  category: "BMW",
  categoryId: 1,
  model: "3 Series",
  year: 2019,
  mileage: 41_000,
  mileageUnit: "km",
  fuel: "diesel",
  transmission: null,
  engineSize: 2,
  bodyType: null,
  colour: null,
  vin: null,
  description: "",
  used: 7,
  resalePrice: 18_500.5,
  originalPrice: 20_000,
  currency: "EUR",
  status: "reserved",
  sellerName: "Ada's Cars",
  location: "Lisbon",
  imageIsIllustration: false,
} as unknown as Product;
const page: CarPage = {
  product,
  details: presentDetails(null),
  flags: [],
  photos: [
    { image: "/images/a/1200.jpg", alt: "" },
    { image: "https://host.example/b.jpg", alt: "" },
  ],
  soldAt: null,
  isGone: false,
  daysListed: 3,
  history: [],
  similar: [],
  isComplete: true,
  valuation: null,
  reviews: null,
  checks: [],
};
const path = `/cars/bmw-320d-${_id}`;

function load(url: string, loaded: CarPage | OffSaleCar | "gone" | null, sent = url) {
  const request = new Request(`https://cars.example${sent}`);
  const services = { readCarPage: (id: string) => Promise.resolve(id === _id ? loaded : null) };
  const context = { get: () => services };
  const params = { car: decodeURIComponent(url.split("?")[0]!.split("/").at(-1)!) };
  return loader({ request, params, context } as never);
}

describe("the page of a car", () => {
  test("is found by its id", async () => {
    expect(await load(path, page)).toMatchObject({ data: { product }, init: { status: 200 } });
  });

  test("is found when the browser navigates", async () => {
    const sent = `${path}.data?_routes=pages/car`;
    expect(await load(path, page, sent)).toMatchObject({
      data: { product },
      init: { status: 200 },
    });
  });

  test.each([`/cars/old-name-${_id}`, `/cars/${_id}`, `/cars/BMW-320d-${_id.toUpperCase()}`])(
    "%s redirects for good to the right slug and keeps the query",
    async (wrong) => {
      const answer = await load(`${wrong}?book=${_id}`, page).catch((thrown: unknown) => thrown);
      expect(answer).toBeInstanceOf(Response);
      const { status, headers } = answer as Response;
      expect([status, headers.get("location")]).toEqual([301, `${path}?book=${_id}`]);
    },
  );

  test.each(["/cars/bmw", `/cars/bmw-${_id.replace("0", "1")}`])(
    "%s does not exist",
    async (unknown) => {
      await expect(load(unknown, page)).rejects.toMatchObject({ init: { status: 404 } });
    },
  );

  test("is not cached while the car is sold, and is gone later", async () => {
    const sold = { ...page, soldAt: "2026-01-01T00:00:00.000Z" };
    const headers = { "cache-control": "no-store" };
    expect(await load(path, sold)).toMatchObject({ init: { status: 200, headers } });
    expect(await load(path, { ...sold, isGone: true })).toMatchObject({ init: { status: 410 } });
    expect(await load(path, "gone")).toMatchObject({ data: null, init: { status: 410 } });
  });

  test("answers 404 while the car is off sale, and is neither cached nor indexed", async () => {
    const offSale: OffSaleCar = {
      isOffSale: true,
      product: { _id, name: "BMW 320d", category: "BMW", categoryId: 1 },
      others: null,
      similar: [],
    };
    const headers = { "cache-control": "no-store" };
    expect(await load(path, offSale)).toMatchObject({
      data: offSale,
      init: { status: 404, headers },
    });
    await expect(load(`/cars/old-name-${_id}`, offSale)).rejects.toMatchObject({ status: 301 });
    const head = meta({ matches: [], loaderData: offSale } as never);
    expect(head).toContainEqual({ name: "robots", content: "noindex" });
    expect(JSON.stringify(head)).not.toContain("ld+json");
  });

  test("embeds the history in words, not the figures that they are made of", async () => {
    const { data } = (await load(path, page)) as { data: object };
    expect(data).toHaveProperty("history");
    expect(data).not.toHaveProperty("daysListed");
    expect(data).not.toHaveProperty("isComplete");
  });

  test("is not cached while it lacks its history", async () => {
    const incomplete = { ...page, isComplete: false };
    const headers = { "cache-control": "no-store" };
    expect(await load(path, incomplete)).toMatchObject({ init: { status: 200, headers } });
    expect(await load(path, page)).toMatchObject({ init: { headers: {} } });
  });
});

describe("the head of a car's page", () => {
  const shop = { name: "Marque", publicUrl: "https://cars.example" };
  const head = async (carPage: CarPage | null) => {
    const { data } = (await load(path, carPage ?? "gone")) as { data: unknown };
    return meta({ loaderData: data, matches: [{ id: "root", loaderData: { shop } }] } as never);
  };

  test("has the figures that the page shows, with absolute addresses", async () => {
    const tags = await head(page);
    expect(tags).toContainEqual({ title: "BMW 320d, €18,500.50 · Marque" });
    expect(tags).toContainEqual({
      name: "description",
      content:
        "Used BMW 320d for €18,500.50: 2019, 41,000 km, Diesel, Lisbon. Sold by Ada's Cars. Reserve it online.",
    });
    const url = `https://cars.example${path}`;
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: url });
    const image = "https://cars.example/images/a/1200.jpg";
    expect(tags).toContainEqual({ property: "og:image", content: image });
    const jsonLd = tags.find((tag) => tag && "script:ld+json" in tag);
    expect(jsonLd).toMatchObject({
      "script:ld+json": {
        "@type": "Car",
        name: "BMW 320d",
        url,
        model: "3 Series",
        vehicleModelDate: "2019",
        image: [image, "https://host.example/b.jpg"],
        mileageFromOdometer: { value: 41_000, unitCode: "KMT" },
        vehicleEngine: { engineDisplacement: { value: 2, unitCode: "LTR" } },
        offers: {
          url,
          price: 18_500.5,
          priceCurrency: "EUR",
          availability: "https://schema.org/Reserved",
          seller: { name: "Ada's Cars" },
        },
      },
    });
    expect(JSON.stringify(jsonLd)).not.toMatch(/null|vehicleTransmission|color/);
  });

  test.each([1.984, 2, 2.96, 1.0499])(
    "has the same figures for search engines as on the page, with an engine of %s L",
    async (engineSize) => {
      const car = {
        ...product,
        engineSize,
        mileage: 41_250,
        mileageUnit: "mi",
        year: 2019,
        bodyType: "estate",
        colour: "Sapphire black",
        transmission: "semi-automatic",
        fuel: "plug-in hybrid",
      } as Product;
      const shown = Object.fromEntries(
        groupedFacts(car, page.details).flatMap(({ facts }) =>
          facts.map(({ label, value }) => [label, value]),
        ),
      );
      const tags = await head({ ...page, product: car });
      const tag = tags.find((one) => one && "script:ld+json" in one);
      const jsonLd = (tag as { "script:ld+json": ReturnType<typeof carJsonLd> })["script:ld+json"];
      const { vehicleEngine, mileageFromOdometer, offers } = jsonLd as unknown as {
        vehicleEngine: { engineDisplacement: { value: number } };
        mileageFromOdometer: { value: number };
        offers: { price: number };
      };
      expect(`${vehicleEngine.engineDisplacement.value.toFixed(1)} L`).toBe(shown["Engine size"]);
      expect(vehicleEngine.engineDisplacement.value).toBe(Number.parseFloat(shown["Engine size"]!));
      expect(`${formatNumber(mileageFromOdometer.value)} mi`).toBe(shown.Mileage);
      expect(formatMajor(offers.price, "EUR")).toBe("€18,500.50");
      expect(jsonLd).toMatchObject({ vehicleModelDate: shown.Year, bodyType: shown["Body type"] });
      const words = ["color", "vehicleTransmission", "fuelType"] as const;
      expect(words.map((name) => String(jsonLd[name]).toLowerCase())).toEqual(
        ["Color", "Transmission", "Fuel"].map((label) => shown[label]!.toLowerCase()),
      );
    },
  );

  test("has the details that the page shows, and none that it does not", async () => {
    const jsonLdOf = async (details: CarPage["details"]) =>
      (await head({ ...page, details })).find((one) => one && "script:ld+json" in one);
    const details = presentDetails({
      powerKw: 140,
      drive: "rear-wheel",
      doors: 5,
      seats: 7,
      trim: "S line",
      previousKeepers: 0,
      serviceHistory: "full",
      firstRegistration: "2018-03",
    });
    const shown = groupedFacts(product, details).flatMap(({ facts }) =>
      facts.map(({ value }) => value),
    );
    expect(shown).toEqual(expect.arrayContaining(["140 kW (188 hp)", "5", "7", "0", "S line"]));
    expect(await jsonLdOf(details)).toMatchObject({
      "script:ld+json": {
        vehicleEngine: {
          engineDisplacement: { value: 2, unitCode: "LTR" },
          enginePower: { "@type": "QuantitativeValue", value: 140, unitCode: "KWT" },
        },
        driveWheelConfiguration: "https://schema.org/RearWheelDriveConfiguration",
        numberOfDoors: 5,
        vehicleSeatingCapacity: 7,
        vehicleConfiguration: "S line",
        numberOfPreviousOwners: 0,
        dateVehicleFirstRegistered: "2018-03",
      },
    });
    expect(JSON.stringify(await jsonLdOf(page.details))).not.toMatch(
      /enginePower|drive|Doors|Seating|Configuration|Owners|Registered/,
    );
  });

  test("keeps a car that is gone out of search engines", async () => {
    for (const missing of [null, { ...page, isGone: true }])
      expect(await head(missing)).toContainEqual({ name: "robots", content: "noindex" });
  });
});
