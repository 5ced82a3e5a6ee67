import { randomBytes } from "node:crypto";
import type { Fuel, Transmission } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";

export type Role = "Buyer" | "Seller" | "admin";
export type Account = {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  /** The browser session's cookies, as `context.addCookies` takes them. */
  cookies: { name: string; value: string; url: string; httpOnly: true }[];
};
export type Car = {
  id: string;
  name: string;
  categoryId: number;
  resalePrice: number;
  originalPrice: number;
};

/** A password that follows every rule. */
export const goodPassword = "Showroom!1";

/** A random string, so that all tests can share one shop. */
export function unique(): string {
  return randomBytes(4).toString("hex");
}

/** A random word without digits, so that a search reads no year, price or engine from it. */
export function uniqueWord(): string {
  return `q${unique().replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}`;
}

export function newUser(): { name: string; email: string; password: string } {
  const mark = unique();
  return { name: `Robin ${mark}`, email: `robin-${mark}@marque.example`, password: goodPassword };
}

export type Shop = ReturnType<typeof openShop>;

/** Sets tests up without the browser, with the API requests that the pages make. */
export function openShop(address: string) {
  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Response> {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...headers,
        origin: new URL(address).origin,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async function call<Answer>(
    account: Account,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const response = await send(method, path, { authorization: `Bearer ${account.token}` }, body);
    return (await response.json()) as Answer;
  }

  async function enter(answer: Response, email: string) {
    const cookies = answer.headers.getSetCookie().map((line) => {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      return {
        name: pair.slice(0, at),
        value: pair.slice(at + 1),
        url: address,
        httpOnly: true as const,
      };
    });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const token = async () => {
      const jwt = await send("GET", `/api/jwt?email=${encodeURIComponent(email)}`, { cookie });
      return ((await jwt.json()) as { accessToken: string }).accessToken;
    };
    return { cookies, cookie, token };
  }

  async function signIn(email: string, password: string): Promise<Account> {
    const answer = await send("POST", "/api/auth/sign-in/email", {}, { email, password });
    const { cookies, token } = await enter(answer, email);
    return { id: "", name: "", email, password, token: await token(), cookies };
  }

  let demoAdmin: Promise<Account> | undefined;
  function admin(): Promise<Account> {
    return (demoAdmin ??= signIn("admin@marque.example", "Marque!2026"));
  }

  async function signUp(role: Role, given: { name?: string } = {}): Promise<Account> {
    const account = { ...newUser(), ...given };
    const answer = await send("POST", "/api/auth/sign-up/email", {}, account);
    const { cookies, cookie, token } = await enter(answer, account.email);
    const record = await send(
      "POST",
      "/api/users",
      { cookie },
      { name: account.name, role: role === "Seller" ? "Seller" : "Buyer" },
    );
    const { insertedId } = (await record.json()) as { insertedId: string };
    const made = { ...account, id: insertedId, cookies, token: await token() };
    if (role === "admin") await call(await admin(), "PUT", `/api/users/admin/${insertedId}`);
    return made;
  }

  async function addCar(
    seller: Account,
    given: Partial<Omit<Car, "id">> & {
      advertised?: boolean;
      model?: string;
      year?: number;
      mileage?: number;
      fuel?: Fuel;
      transmission?: Transmission;
      /** In liters. */
      engineSize?: number;
      colour?: string;
      bodyType?: BodyType;
      location?: string;
      photos?: { image: string; alt: string }[];
    } = {},
  ): Promise<Car> {
    const { advertised = false, photos = [], ...facts } = given;
    const car = {
      name: `BMW ${unique()}`,
      categoryId: 1,
      originalPrice: 31_000,
      resalePrice: 24_500,
      ...facts,
    };
    const body = {
      location: "Lisbon",
      ...car,
      purchase: 2019,
      used: 5,
      phone: "+1 800 555 0100",
      condition: "Good",
      description: "One owner.",
      photos,
    };
    const { insertedId } = await call<{ insertedId: string }>(
      seller,
      "POST",
      "/api/addproduct",
      body,
    );
    if (advertised) await call(seller, "PUT", `/api/products/${insertedId}`);
    return { ...car, id: insertedId };
  }

  async function book(buyer: Account, car: Car): Promise<string> {
    const body = {
      productId: car.id,
      name: buyer.name,
      email: buyer.email,
      item: car.name,
      price: car.resalePrice,
      phone: "",
      location: "",
      image: "",
    };
    const answer = await call<{ acknowledged: boolean; insertedId?: string; message?: string }>(
      buyer,
      "POST",
      "/api/bookings",
      body,
    );
    if (!answer.insertedId) throw new Error(`The booking was refused: ${answer.message}`);
    return answer.insertedId;
  }

  /** Creates a feed with a plan that waits, made from a CSV file with these lines. */
  async function planFile(seller: Account, lines: string[]) {
    const body = { name: "Stock system", options: { currency: "USD", distanceUnit: "mi" } };
    const { insertedId } = await call<{ insertedId: string }>(seller, "POST", "/api/feeds", body);
    const answer = await fetch(new URL(`/api/feeds/${insertedId}/plans?file=stock.csv`, address), {
      method: "POST",
      headers: {
        authorization: `Bearer ${seller.token}`,
        "content-type": "application/octet-stream",
      },
      body: lines.join("\n"),
    });
    return { id: insertedId, plan: (await answer.json()) as FeedPlanAnswer };
  }

  /** Creates a feed with a plan that waits: new cars, and a row that is refused. */
  async function addFeed(seller: Account, cars = 1): Promise<{ id: string; plan: string }> {
    const { id, plan } = await planFile(seller, [
      "Make,Model,Year,Price,Mileage",
      ...Array.from({ length: cars }, (_, at) => `BMW,3 Series,2018,15000,${20_000 + at}`),
      "BMW,X5,2019,call us,9000",
    ]);
    return { id, plan: plan._id };
  }

  return {
    address,
    admin,
    signIn,
    signUp,
    addCar,
    addFeed,
    planFile,
    call,
    book,
    listOwnCars: (seller: Account) =>
      call<{ _id: string; resalePrice: number }[]>(seller, "GET", "/api/addproduct"),
    setPrice: (seller: Account, car: { _id: string }, resalePrice: number) =>
      call(seller, "PATCH", `/api/products/${car._id}`, { resalePrice }),
    addApiKey: (seller: Account, name: string) =>
      call(seller, "POST", "/api/keys", { name, scopes: ["stock:read"] }),
    /** The cars of a feed with edits that wait for a decision. */
    listEdits: async (seller: Account, feed: string) => {
      const path = `/api/feeds/${feed}/edits`;
      const { cars } = await call<{ cars: { productId: string }[] }>(seller, "GET", path);
      return cars.map(({ productId }) => ({ _id: productId }));
    },
    cancel: (buyer: Account, booking: string) => call(buyer, "DELETE", `/api/bookings/${booking}`),
    report: (buyer: Account, car: Car) => call(buyer, "PUT", `/api/reportedProducts/${car.id}`),
    readBooking: (buyer: Account, booking: string) =>
      call<Booking>(buyer, "GET", `/api/bookings/${booking}`),
    /** Refunds as an admin; without an amount, all that is left. */
    refund: async (booking: string, refund: { amount?: number; reason: string }) =>
      call(await admin(), "POST", `/api/bookings/${booking}/refunds`, refund),
    verify: async (seller: Account) =>
      call(await admin(), "PUT", `/api/seller/verify/${seller.id}`),
  };
}
