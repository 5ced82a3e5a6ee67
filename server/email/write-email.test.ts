import { describe, expect, it } from "vitest";
import { writeEmail } from "./write-email.ts";

const name = `<img src=x onerror="alert('1')"> & Söhne`;
const content = {
  heading: `Hello ${name}`,
  greeting: name,
  paragraphs: [`${name} has paid.`],
  facts: [["Buyer", name]] as const,
  link: { label: "Open", url: `https://cars.example/?a=1&b="><script>` },
  note: name,
};

describe("an email", () => {
  it("escapes texts by users", () => {
    const { html } = writeEmail({ BRAND_NAME: "<b>Cars</b>" }, content);
    expect(html).not.toMatch(/<(img|script|b)[ >]/);
    const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Söhne";
    expect(html.split(escaped)).toHaveLength(7);
    expect(html).toContain(`href="https://cars.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"`);
  });

  it("has the same content as plain text", () => {
    const { text } = writeEmail({ BRAND_NAME: "Cars" }, content);
    expect(text).toBe(
      [
        `Hello ${name}`,
        `Dear ${name},`,
        `${name} has paid.`,
        `Buyer: ${name}`,
        `Open: ${content.link.url}`,
        name,
        "-- \nCars\n",
      ].join("\n\n"),
    );
  });

  it("keeps a name on one line, so that it cannot imitate a line of the shop", () => {
    const { text } = writeEmail(
      { BRAND_NAME: "Cars" },
      { ...content, facts: [["Buyer", "Eve\r\nDue at handover: $0\u2028\u0007"]] },
    );
    expect(text).toContain("Buyer: Eve Due at handover: $0\n");
  });

  it("keeps the reading direction of a name to the name", () => {
    const { text } = writeEmail(
      { BRAND_NAME: "Cars" },
      { ...content, facts: [["Buyer", "Eve\u202e \u2066now \u200fpaid"]] },
    );
    expect(text).toContain("Buyer: Eve now paid\n");
  });

  // Mail programs make links of addresses in texts.
  it.each([
    "https://evil.example/pay",
    "www.evil.example",
    "pay at evil.example",
    "http://1.2.3.4",
  ])("does not let a seller place the link %s in a list of cars", (given) => {
    const entry = { label: given, url: "https://cars.example/cars/1", detail: given };
    const section = { heading: given, text: given, entries: [entry], links: [] };
    const { text, html } = writeEmail(
      { BRAND_NAME: "Cars" },
      { heading: "New", greeting: null, paragraphs: [], sections: [section] },
    );
    for (const written of [text, html]) {
      expect(written).not.toMatch(/evil\.example|:\/\/1\.2/);
      // It reads the same.
      expect(written.replaceAll("\u200b", "").split(given)).toHaveLength(5);
    }
    expect(text).toContain("\n  https://cars.example/cars/1\n");
  });

  it("leaves other dots in the names of cars", () => {
    const label = "Audi A4 2.0 TDI, 1.9 l, no. 3";
    const section = { heading: "", text: "", entries: [{ label, url: "", detail: "" }], links: [] };
    const { text } = writeEmail(
      { BRAND_NAME: "Cars" },
      { heading: "New", greeting: null, paragraphs: [], sections: [section] },
    );
    expect(text).toContain(label);
  });
});
