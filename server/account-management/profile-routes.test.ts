import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeExpiredImages } from "#server/images/remove-expired-images.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aUserInABrowser } from "#testing/identity/browser.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

type User = Awaited<ReturnType<typeof aUserInABrowser>>;

const change = (user: User, body: object, headers: Record<string, string> = {}) =>
  user.call("POST", "/api/auth/update-user", body, headers);
const identity = async (user: User) =>
  (await user.call("GET", "/api/auth/get-session")).body.user as { name: string; image: string };
const record = async (user: User) =>
  (await shop.call("GET", "/api/account", { token: await user.token(user.email) })).body;
const asListed = async (email: string) =>
  ((await shop.call("GET", "/api/users", { token: admin.token })).body as { email: string }[]).find(
    (user) => user.email === email,
  );
const shows = async (address: string) => (await shop.call("GET", address)).status;

async function anUpload(): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
  const request = new Request("http://shop", { method: "POST", body: form });
  const answer = await shop.app.inject({
    method: "POST",
    url: "/api/images?expiration=600",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ data: { display_url: string } }>().data.display_url;
}
const pathOf = (address: string) => new URL(address, "http://shop").pathname;

describe("changing the name", () => {
  test("shows immediately in the session, the account, the admin's lists and the seller's cars", async () => {
    const seller = await aUserInABrowser(shop, "renamed@example.com", "Seller");
    const account = await record(seller);
    const car = await aListing(shop.deps, { sellerId: account._id });
    await shop.deps.catalogue.refresh();
    expect((await change(seller, { name: "  Grace Hopper " })).body).toEqual({ status: true });
    expect((await identity(seller)).name).toBe("Grace Hopper");
    expect((await record(seller)).name).toBe("Grace Hopper");
    expect(await asListed(seller.email)).toMatchObject({ name: "Grace Hopper" });
    const category = await shop.call("GET", `/api/products/${car.categoryId}`);
    expect(
      (category.body as { _id: string; sellerName: string }[]).find(({ _id }) => _id === car.id),
    ).toMatchObject({ sellerName: "Grace Hopper" });
  });

  test("ignores a role, an email or any other field", async () => {
    const user = await aUserInABrowser(shop, "modest@example.com");
    const more = {
      role: "admin",
      email: "else@example.com",
      isVerified: true,
      twoFactorEnabled: true,
    };
    expect((await change(user, { name: "Still me", ...more })).status).toBe(200);
    expect(await record(user)).toMatchObject({ role: "Buyer", email: "modest@example.com" });
    expect((await user.call("GET", "/api/auth/factors")).body.hasTwoFactor).toBe(false);
  });

  test.each([
    ["name", { name: " " }],
    ["name", { name: "a\u0000b" }],
    ["image", { image: "javascript:alert(1)" }],
    ["image", { image: "https://elsewhere.example/me.png" }],
  ])("is refused with the field %s named", async (field, body) => {
    const user = await aUserInABrowser(shop, `wrong-${Math.random()}@example.com`);
    const answer = await change(user, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
    expect((await record(user)).name).toBe("Person");
  });

  test("requires a session and our own pages", async () => {
    const user = await aUserInABrowser(shop, "own-pages@example.com");
    expect((await shop.call("POST", "/api/auth/update-user", { body: { name: "X" } })).status).toBe(
      401,
    );
    const foreign = { origin: "https://evil.example" };
    expect((await change(user, { name: "X" }, foreign)).status).toBe(403);
  });
});

describe("changing the picture", () => {
  test("shows the new one everywhere and removes the old one", async () => {
    const user = await aUserInABrowser(shop, "photo@example.com");
    const first = await anUpload();
    const second = await anUpload();
    await change(user, { image: first });
    expect((await identity(user)).image).toBe(pathOf(first));
    expect((await record(user)).photoURL).toBe(pathOf(first));

    await change(user, { image: second });
    expect((await identity(user)).image).toBe(pathOf(second));
    expect(await asListed(user.email)).toMatchObject({ photoURL: pathOf(second) });
    await removeExpiredImages(shop.deps);
    expect([await shows(pathOf(first)), await shows(pathOf(second))]).toEqual([404, 200]);
  });

  test("can remove it, and keeps it if it is set again", async () => {
    const user = await aUserInABrowser(shop, "no-photo@example.com");
    const photo = await anUpload();
    await change(user, { image: photo });
    await change(user, { image: pathOf(photo) });
    expect(await shows(pathOf(photo))).toBe(200);
    expect((await change(user, { image: null })).status).toBe(200);
    expect((await identity(user)).image).toBeNull();
    expect((await record(user)).photoURL).toBeNull();
    expect(await shows(pathOf(photo))).toBe(404);
  });

  test("keeps the old one if a car shows it, too", async () => {
    const seller = await aUserInABrowser(shop, "both@example.com", "Seller");
    const photo = await anUpload();
    await change(seller, { image: photo });
    await aListing(shop.deps, { sellerId: (await record(seller))._id, image: pathOf(photo) });
    await change(seller, { image: null });
    expect(await shows(pathOf(photo))).toBe(200);
  });

  test("to one that no longer exists changes neither name nor picture", async () => {
    const user = await aUserInABrowser(shop, "gone@example.com");
    const deletedImage = "/images/00000000-0000-4000-8000-000000000009/1200.jpg";
    expect((await change(user, { name: "Changed", image: deletedImage })).status).toBe(400);
    expect(await record(user)).toMatchObject({ name: "Person", photoURL: null });
    expect((await identity(user)).name).toBe("Person");
  });
});

describe("phone and location", () => {
  test("of a seller show on cars without their own", async () => {
    const seller = await aUserInABrowser(shop, "contact@example.com", "Seller");
    const account = await record(seller);
    const plain = await aListing(shop.deps, { sellerId: account._id, location: "", phone: "" });
    const token = seller.accessToken;
    const body = { phone: "+1 800 555 0177", location: "Reno, Nevada" };
    const answer = await shop.call("PUT", "/api/account/contact", { token, body });
    expect(answer.body).toEqual({ modifiedCount: 1 });
    expect(await record(seller)).toMatchObject(body);
    const cars = (await shop.call("GET", "/api/addproduct", { token })).body;
    expect(cars).toMatchObject([{ _id: plain.id, phone: body.phone, location: body.location }]);
  });
});
