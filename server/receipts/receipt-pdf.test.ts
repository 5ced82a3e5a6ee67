import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "#testing/receipts/read-pdf.ts";
import { aPaidBooking, receiptParties } from "#testing/receipts/receipt-fixture.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let accounts: Awaited<ReturnType<typeof receiptParties>>;

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: "https://cars.example/" });
  accounts = await receiptParties(shop.deps);
});
afterAll(() => shop.close());

describe("the PDF of a receipt", () => {
  const download = async (bookingId: string) => {
    const { token } = accounts.buyer;
    const url = `/api/bookings/${bookingId}/receipt.pdf`;
    const answer = await shop.app.inject({
      method: "GET",
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    return {
      headers: answer.headers,
      bytes: answer.rawPayload,
      ...(await readPdf(answer.rawPayload)),
    };
  };

  it("is one page with all facts of the receipt, and has a file name", async () => {
    const { bookingId, transactionId } = await aPaidBooking(shop.deps, accounts, {
      item: "BMW M3 Touring",
      paidMinor: 200_000,
    });
    const { number } = (
      await shop.call("GET", `/api/bookings/${bookingId}/receipt`, { token: accounts.buyer.token })
    ).body;
    const pdf = await download(bookingId);
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toBe(`attachment; filename="receipt-${number}.pdf"`);
    expect(pdf.headers["cache-control"]).toBe("private, no-store");
    expect(pdf.title).toBe(`Receipt ${number}`);
    expect(pdf.pages).toBe(1);
    const after = (label: string) => pdf.texts[pdf.texts.indexOf(label) + 1];
    expect(pdf.texts).toContain("BMW M3 Touring");
    expect(after("Price of the car")).toBe("$20,000");
    expect(after("Paid by card")).toBe("$2,000");
    expect(after("Due to the seller at handover")).toBe("$18,000");
    expect(after("Transaction ID")).toBe(transactionId);
    expect(after("Booking")).toBe(bookingId);
    expect(pdf.texts).not.toContain("Refunded");
    expect(pdf.texts.join("")).toContain("Łukasz Żółć");
    expect(pdf.texts).toContain(accounts.seller.email);
    expect(pdf.texts.join("")).not.toContain("\uFFFD");
    expect((await download(bookingId)).bytes.equals(pdf.bytes)).toBe(true);
  });

  it("has glyphs for every script", async () => {
    const names = [
      "李小龙",
      "Иван Жуков",
      "Nguyễn Thị Ánh",
      "Ωμέγα",
      "한국인",
      "José Ñandú",
      "ก้อง",
    ];
    for (const name of names) {
      const { texts, pages } = await download(
        (await aPaidBooking(shop.deps, accounts, { name })).bookingId,
      );
      const at = texts.indexOf("Buyer") + 1;
      expect(texts.slice(at, texts.indexOf(accounts.buyer.email)).join("")).toBe(
        name.normalize("NFC"),
      );
      expect(pages).toBe(1);
    }
  });

  it("stays one page with the longest names and addresses", async () => {
    const { bookingId } = await aPaidBooking(shop.deps, accounts, {
      item: "Mercedes-Benz ".repeat(11),
      name: "W".repeat(120),
      email: `${"a".repeat(64)}@${"b".repeat(60)}.example`,
    });
    const pdf = await download(bookingId);
    expect(pdf.pages).toBe(1);
    expect(pdf.texts.some((line) => line.endsWith("…"))).toBe(true);
  });

  it.each([
    ["JPY", 12_000_000, 1_200_000, "¥12,000,000", "¥1,200,000", "¥10,800,000"],
    ["KWD", 12_000_500, 1_200_050, "KWD 12,000.500", "KWD 1,200.050", "KWD 10,800.450"],
  ])(
    "shows amounts in %s with the right number of decimals",
    async (currency, priceMinor, paidMinor, price, paid, due) => {
      const { bookingId } = await aPaidBooking(shop.deps, accounts, {
        currency,
        priceMinor,
        paidMinor,
      });
      const texts = (await download(bookingId)).texts.map((text) => text.replaceAll("\u00a0", " "));
      const after = (label: string) => texts[texts.indexOf(label) + 1];
      expect(after("Price of the car")).toBe(price);
      expect(after("Paid by card")).toBe(paid);
      expect(after("Due to the seller at handover")).toBe(due);
    },
  );
});
