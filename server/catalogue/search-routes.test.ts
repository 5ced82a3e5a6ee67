import { brotliDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let ids: Record<"c220" | "a4" | "blue" | "touring" | "sold", string>;

beforeAll(async () => {
  shop = await createTestApp();
  const seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const other = await anAccount(shop.deps, { role: "Seller" });
  const car = (given: Omit<Parameters<typeof aListing>[1], "sellerId">, sellerId = seller.id) =>
    aListing(shop.deps, { sellerId, mileageUnit: given.mileage ? "mi" : null, ...given });
  const c220 = await car({
    name: "Mercedes-Benz C Class 2017",
    make: "Mercedes-Benz",
    model: "C Class",
    bodyType: "estate",
    fuel: "diesel",
    year: 2017,
    resalePriceMinor: 1_450_000,
    transmission: "automatic",
    mileage: 42_000,
  });
  const a4 = await car({
    name: "Audi A4 2019",
    make: "Audi",
    model: "A4",
    bodyType: "estate",
    fuel: "petrol",
    year: 2019,
    engineSizeCc: 1_984,
    resalePriceMinor: 2_100_000,
    location: "Boston",
    description: "Panoramic roof, one owner",
  });
  const blue = await car(
    {
      name: "BMW 4 Series",
      make: "BMW",
      model: "4 Series",
      bodyType: "convertible",
      colour: "Estoril Blue",
      transmission: "automatic",
      fuel: "petrol",
      year: 2016,
    },
    other.id,
  );
  const touring = await car({
    name: "BMW 320d Touring",
    make: "BMW",
    model: "3 Series",
    bodyType: "estate",
    fuel: "diesel",
    year: 2018,
    mileage: 60_000,
    mileageUnit: "km",
  });
  const sold = await car({ name: "Audi TT", make: "Audi", model: "TT" });
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  ids = { c220: c220.id, a4: a4.id, blue: blue.id, touring: touring.id, sold: sold.id };
});

afterAll(() => shop.close());

async function search(query: string) {
  const { status, body } = await shop.call("GET", `/api/listings?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, ids: body.listings.map((listing: { _id: string }) => listing._id) };
}

test.each([
  ["merc c class estate diesel under 15k", ["c220"]],
  ["a4 avant 2018+", ["a4"]],
  ["blue cabrio automatic", ["blue"]],
  ["320d touring 2017-2019 under 40000 miles", ["touring"]],
  ["mercedez dissel", ["c220"]],
  ["audii", ["a4"]],
  ["panoramik", ["a4"]],
  ["panor", ["a4"]],
  ["in boston", ["a4"]],
  ["2.0 avant", ["a4"]],
] as const)("finds the cars that %j describes", async (q, expected) => {
  const { ids: idsFor, total } = await search(`q=${encodeURIComponent(q)}`);
  expect(idsFor).toEqual(expected.map((name) => ids[name]));
  expect(total).toBe(expected.length);
});

test("says what was understood, and how to search without it", async () => {
  const { understood, filters, text } = await search("q=diesel estate panoramic&make=Audi");
  expect(understood).toEqual([
    {
      label: "Diesel",
      words: "diesel",
      filters: { fuel: ["diesel"] },
      search: "q=estate+panoramic&make=Audi",
    },
    {
      label: "Station wagon",
      words: "estate",
      filters: { body: ["estate"] },
      search: "q=diesel+panoramic&make=Audi",
    },
  ]);
  expect(filters).toEqual({ make: ["Audi"], fuel: ["diesel"], body: ["estate"] });
  expect(text).toBe("panoramic");
});

test("a filter of its own replaces what was read from the query", async () => {
  const { understood, ids: idsFor } = await search("q=diesel+estate&fuel=petrol");
  expect(understood.map((part: { label: string }) => part.label)).toEqual(["Station wagon"]);
  expect(idsFor).toEqual([ids.a4]);
});

test("names what to drop when there are no cars", async () => {
  const { total, relaxations } = await search("q=diesel+estate&make=Audi");
  expect(total).toBe(0);
  expect(relaxations).toEqual([
    { parts: ["make"], label: "Audi", total: 2, search: "q=diesel+estate" },
    { parts: ["fuel"], label: "Diesel", total: 1, search: "q=estate&make=Audi" },
  ]);
});

test("names single words to drop, which leave the others to be read", async () => {
  const { total, relaxations } = await search("q=blue+leather");
  expect(total).toBe(0);
  expect(relaxations).toEqual([
    { parts: ["text"], label: "“leather”", total: 1, search: "q=blue" },
    { parts: ["text"], label: "“blue leather”", total: 4, search: "" },
  ]);
});

test("names what to drop in words that follow “without”", async () => {
  const drops = async (query: string) => {
    const { relaxations } = await search(query);
    return relaxations.map(({ label }: { label: string }) => label);
  };
  expect(await drops("priceMax=600")).toEqual(["the price limit"]);
  expect(await drops("yearMin=2050")).toEqual(["the limit on the year"]);
  expect(await drops("mileageMax=1&mileageMin=1")).toEqual(["the mileage limit"]);
  expect(await drops("engineMin=9")).toEqual(["the limit on the engine size"]);
  expect(await drops("location=nowhere")).toEqual(["the location"]);
  expect(await drops("newSince=2099-01-01")).toEqual(["the limit to new listings"]);
  expect(await drops("body=van&body=pickup")).toEqual(["Van or Pickup"]);
  expect(await drops("body=van&body=pickup&body=mpv")).toEqual(["the choice of body types"]);
  const verified = await search("q=blue&verified=1");
  expect(verified.relaxations.map(({ label }: { label: string }) => label)).toEqual([
    "Blue",
    "the limit to verified sellers",
  ]);
});

test("counts every value under the other filters", async () => {
  const { facets } = await search("fuel=diesel&body=estate&facets=1");
  const counts = (name: string) =>
    Object.fromEntries(
      facets[name].map(({ value, count }: { value: string; count: number }) => [value, count]),
    );
  expect(counts("make")).toEqual({ BMW: 1, "Mercedes-Benz": 1, Audi: 0 });
  expect(counts("fuel")).toMatchObject({ diesel: 2, petrol: 1, electric: 0 });
  expect(counts("body")).toMatchObject({ estate: 2, convertible: 0 });
  expect(counts("model")).toMatchObject({ "C Class": 1, "3 Series": 1, A4: 0, "4 Series": 0 });
  expect(facets.year.buckets.find(({ from }: { from: number }) => from === 2018)).toMatchObject({
    count: 1,
  });
});

test.each(["", "sort=price-asc&", "sort=mileage-desc&", "q=estate+panor+boston+a4&", "q=bmw+e&"])(
  "pages forward and back through the same cursors (%s)",
  async (parameters) => {
    const visited = [];
    for (let cursor: string | null = "first"; cursor !== null;) {
      const page: { ids: string[]; nextCursor: string | null; previousCursor: string | null } =
        await search(`${parameters}limit=1&cursor=${encodeURIComponent(cursor)}`);
      expect(page.previousCursor).toBe(visited.at(-1)?.cursor ?? null);
      visited.push({ cursor, ids: page.ids });
      cursor = page.nextCursor;
    }
    for (const { cursor, ids: idsFor } of visited)
      expect((await search(`${parameters}limit=1&cursor=${cursor}`)).ids).toEqual(idsFor);
  },
);

test("the page before a page without cars is the last one with cars", async () => {
  const { nextCursor } = await search("limit=3");
  const bmws = (limit: number, cursor: string) =>
    search(`make=BMW&limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
  const past = await bmws(1, nextCursor);
  expect([past.ids, past.nextCursor]).toEqual([[], null]);
  expect((await bmws(1, past.previousCursor)).ids).toEqual([ids.blue]);
  expect((await bmws(2, nextCursor)).previousCursor).toBe("first");
});

test("refuses unknown parameters and wrong values, and names them", async () => {
  const refused = await shop.call("GET", "/api/listings?colour=blue&sice=1&pricemax=5");
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.error.fields)).toEqual(["sice", "pricemax"]);
  for (const query of [
    "make=Tesla",
    "priceMax=cheap",
    "yearMin=-1",
    "verified=yes",
    "newSince=yesterday",
    "sort=cheapest",
    "facets=2",
    "limit=0",
    "q=a&q=b",
    "model=",
    "mileageMax=",
  ]) {
    const { status, body } = await shop.call("GET", `/api/listings?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(Object.keys(body.error.fields)).toEqual([query.split("=")[0]]);
  }
  for (const query of ["make=Lada", "make=BMW&make=Lada"])
    expect((await shop.call("GET", `/api/listings?${query}`)).body).toMatchObject({
      message: expect.stringMatching(/^make must be one of: .*BMW/),
    });
  const cursor = await shop.call("GET", "/api/listings?cursor=x");
  expect([cursor.status, cursor.body.error.fields]).toEqual([
    400,
    { cursor: "This cursor is not valid." },
  ]);
});

test("reads a listing, also a sold one for 30 days", async () => {
  const available = await shop.call("GET", `/api/listings/${ids.a4}`);
  expect(available.body).toMatchObject({
    _id: ids.a4,
    status: "available",
    soldAt: null,
    photos: [],
  });
  expect(available.body.description).toBe("Panoramic roof, one owner");
  const sold = await shop.call("GET", `/api/listings/${ids.sold}`);
  expect(sold.body).toMatchObject({ status: "sold", soldAt: expect.any(String) });
  expect((await search("make=Audi")).ids).toEqual([ids.a4]);

  await shop.deps.db.execute(
    sql`update booking set created_at = now() - interval '31 days' where listing_id = ${ids.sold}`,
  );
  await shop.deps.catalogue.refresh();
  expect((await shop.call("GET", `/api/listings/${ids.sold}`)).status).toBe(410);
  expect(shop.deps.catalogue.findAny(ids.sold)).toMatchObject({ status: "sold" });
  for (const id of ["nothing", "00000000-0000-4000-8000-000000000000"])
    expect((await shop.call("GET", `/api/listings/${id}`)).status).toBe(404);
});

test("lists similar cars, without the car itself and sold ones", async () => {
  const { body } = await shop.call("GET", `/api/listings/${ids.touring}/similar?limit=3`);
  const similar = body.listings.map((listing: { _id: string }) => listing._id);
  expect(similar).toHaveLength(3);
  expect(similar).not.toContain(ids.touring);
  expect(similar).not.toContain(ids.sold);
});

async function suggest(query: string) {
  const { status, body } = await shop.call("GET", `/api/listings/suggestions?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.suggestions as { kind: string; label: string; total: number; search: string }[];
}

test.each([
  ["q=", []],
  ["q=mer", ["make Mercedes-Benz 1", "model Mercedes-Benz C Class 1"]],
  ["q=bmw+3", ["model BMW 3 Series 1"]],
  ["q=3er", ["model BMW 3 Series 1"]],
  ["q=diesel+estate", ["search Diesel · Station wagon 2"]],
  ["q=diesel+c", ["model Mercedes-Benz C Class · Diesel 1"]],
  ["q=panoramic+a", ["make Audi · “panoramic” 1", "model Audi A4 · “panoramic” 1"]],
  ["q=bm&fuel=diesel", ["make BMW 1", "model BMW 3 Series 1"]],
  ["q=a4&make=BMW", ["search A4 0"]],
  ["q=bmw&make=Audi", ["make BMW 2"]],
  ["q=nothing-like-it", ["search “nothing-like-it” 0"]],
])("suggests searches for %s", async (query, expected) => {
  const idsFor = await suggest(query);
  expect(idsFor.map(({ kind, label, total }) => `${kind} ${label} ${total}`)).toEqual(expected);
});

test("every suggested search finds as many cars as it says", async () => {
  let checked = 0;
  for (const typed of ["merc c class", "blue bmw 4", "audi a 2019", "diesel bmw 3 under 30k"])
    for (let length = 1; length <= typed.length; length++)
      for (const { total, search: parameters } of await suggest(
        `q=${encodeURIComponent(typed.slice(0, length))}&priceMin=1`,
      )) {
        expect([parameters, (await search(parameters)).total]).toEqual([parameters, total]);
        checked += 1;
      }
  expect(checked).toBeGreaterThan(60);
});

test("suggestions refuse unknown parameters and name them", async () => {
  const refused = await shop.call("GET", "/api/listings/suggestions?q=a&limit=3");
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ["limit"]]);
});

test("compresses large answers for clients that take Brotli, and no others", async () => {
  const ask = async (url: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    const { headers: sent, rawPayload } = await shop.app.inject({ url, headers });
    return { encoding: sent["content-encoding"], vary: sent.vary, body: rawPayload };
  };
  const large = "/api/listings?facets=1";
  const plain = await ask(large);
  expect(plain.body.length).toBeGreaterThan(4_096);
  const small = await ask(large, "gzip, deflate, br, zstd");
  expect(small.encoding).toBe("br");
  expect(small.body.length).toBeLessThan(plain.body.length / 2);
  expect(JSON.parse(String(brotliDecompressSync(small.body)))).toEqual(
    JSON.parse(String(plain.body)),
  );
  for (const accepted of [undefined, "gzip", "gzip, br;q=0", "BROTLI", "*"])
    expect(await ask(large, accepted)).toMatchObject({ encoding: undefined, body: plain.body });
  for (const { vary } of [plain, small]) expect(vary).toBe("accept-encoding");
  const one = await ask(`/api/listings/${ids.a4}`, "br");
  expect(one).toMatchObject({ encoding: undefined, vary: undefined });
});

test("ranks by relevance unless another order is asked for, and equal cars by their date", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const facts = { make: "Audi", sellerId: seller.id } as const;
  const car = async (day: number, name: string, description = "") => {
    const createdAt = new Date(Date.UTC(2026, 0, day));
    return (await aListing(shop.deps, { ...facts, name, description, createdAt })).id;
  };
  const named = await car(1, "Audi Zephyr");
  const namedLater = await car(2, "Audi Zephyr");
  const longer = await car(3, "Audi Zephyrine");
  const described = await car(4, "Audi", "Painted in zephyr.");
  await shop.deps.catalogue.refresh();
  const ranked = [namedLater, named, longer, described];
  expect((await search("q=zephyr")).ids).toEqual(ranked);
  expect((await search("q=audi+zephyr&sort=best")).ids).toEqual(ranked);
  expect((await search("q=zephyr&sort=newest")).ids).toEqual([
    described,
    longer,
    namedLater,
    named,
  ]);
});

test("lists the most similar cars first: the same model near its price, then others like it", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const facts = { make: "BMW", fuel: "diesel", bodyType: "suv", year: 2018 } as const;
  const car = async (given: Partial<Parameters<typeof aListing>[1]>) =>
    (await aListing(shop.deps, { sellerId: seller.id, ...facts, ...given })).id;
  const one = await car({ model: "X9", resalePriceMinor: 7_000_000 });
  const near = await car({ model: "X9", resalePriceMinor: 7_100_000 });
  const sameBody = await car({ model: "X8", resalePriceMinor: 7_000_000 });
  const dearer = await car({ model: "X9", resalePriceMinor: 14_000_000 });
  const another = await car({ model: "M8", bodyType: "coupe", resalePriceMinor: 7_000_000 });
  await shop.deps.catalogue.refresh();
  const { body } = await shop.call("GET", `/api/listings/${one}/similar?limit=4`);
  const similar = body.listings.map((listing: { _id: string }) => listing._id);
  expect(similar).toEqual([near, dearer, sameBody, another]);
});

test("finds a trim that only the details of a car name", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const q2 = { make: "Audi", model: "Q2", name: "Audi Q2", sellerId: seller.id } as const;
  await aListing(shop.deps, q2);
  const trimmed = await aListing(shop.deps, { ...q2, details: { trim: "S line Vorsprung" } });
  await shop.deps.catalogue.refresh();
  for (const q of ["q2+vorsprung", "q2+s+line"])
    expect(await search(`q=${q}`)).toMatchObject({ ids: [trimmed.id], notes: [] });
});

test("finds the cars of a bare model number, however sellers write it", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const car = async (make: "Mercedes-Benz" | "BMW", model: string, name: string) =>
    (await aListing(shop.deps, { make, model, name, sellerId: seller.id })).id;
  const series = await car("BMW", "5 Series", "BMW 5 Series");
  const cdi = await car("Mercedes-Benz", "C Class", "Mercedes-Benz C 220 CDI");
  const joined = await car("Mercedes-Benz", "E Class", "Mercedes-Benz E220d Estate");
  const coupe = await car("BMW", "2 Series", "BMW 220i");
  await car("Mercedes-Benz", "E Class", "Mercedes-Benz E 300");
  await shop.deps.catalogue.refresh();
  const idsFor = async (q: string) => (await search(`q=${q}`)).ids.toSorted();
  // No seller states it, so it stands for its model.
  expect(await idsFor("530")).toEqual([series]);
  expect(await idsFor("mercedes+220")).toEqual([cdi, joined].toSorted());
  expect(await idsFor("220+mercedes+e+class")).toEqual([joined]);
  expect(await idsFor("220")).toEqual([cdi, joined, coupe].toSorted());

  const stated = await car("BMW", "5 Series", "BMW 530d");
  await shop.deps.catalogue.refresh();
  expect(await idsFor("530")).toEqual([stated]);
  const { understood, notes } = await search("q=mercedes+420");
  expect(understood.map(({ label }: { label: string }) => label)).toEqual(["Mercedes-Benz"]);
  expect(notes).toMatchObject([
    { message: "No Mercedes-Benz is described as “420”. All Mercedes-Benz cars are shown." },
  ]);
});

test.each([
  ["Ærø", "aero"],
  ["Łódź", "lodz"],
  ["Diyarbakır", "DİYARBAKIR"],
  ["Istanbul", "ıstanbul"],
  ["Đakovo", "dakovo"],
  ["Þorlákshöfn", "thorlakshofn"],
])("finds %s as %s, and the other way round", async (place, typed) => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const a2 = { make: "Audi", model: "A2", name: "Audi A2", sellerId: seller.id } as const;
  const there = await aListing(shop.deps, { ...a2, location: place });
  const plain = await aListing(shop.deps, { ...a2, location: typed });
  await shop.deps.catalogue.refresh();
  const both = [there.id, plain.id].toSorted();
  for (const text of [place, typed])
    for (const parameter of ["q=a2+", "make=Audi&model=A2&location="]) {
      const { ids } = await search(parameter + encodeURIComponent(text));
      expect(ids.toSorted(), parameter + text).toEqual(both);
    }
});
