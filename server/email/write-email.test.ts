import { describe, expect, it } from "vitest";
import { emailPicture } from "./email-picture.ts";
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

  it("shows a car's picture by its address on the shop, with its size, its name and whether it is drawn", () => {
    const config = { BRAND_NAME: "Cars", PUBLIC_URL: "https://cars.example", PORT: 3000 };
    const htmlOf = (image: string) =>
      writeEmail(config, { ...content, picture: emailPicture(config, { image, name }) }).html;
    const alt = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Söhne";
    const photo = htmlOf("/images/0/1200.jpg");
    expect(photo).toContain(
      `<img src="https://cars.example/images/0/1200.jpg" alt="${alt}" width="560" height="420"`,
    );
    expect(photo).not.toContain("Illustration");
    expect(htmlOf("/cars/suv-red.webp")).toContain("Illustration");
    expect(htmlOf("https://i.ibb.co/1.jpg")).toContain(`<img src="https://i.ibb.co/1.jpg"`);
  });

  it("shows a small picture beside each car of a list, and the list's first link as a button", () => {
    const config = { BRAND_NAME: "Cars", PUBLIC_URL: "https://cars.example", PORT: 3000 };
    const image = "/images/00000000-0000-4000-8000-000000000000/1200.jpg";
    const picture = emailPicture(config, { image, name: "BMW" });
    const entry = { label: "BMW", url: "https://cars.example/cars/1", detail: "2019", picture };
    const links = ["See all", "Stop"].map((label) => ({ label, url: "https://cars.example/" }));
    const section = { heading: "BMWs", text: "", entries: [entry], links };
    const { html, text } = writeEmail(config, { ...content, sections: [section] });
    expect(html).toContain(
      `<img src="https://cars.example${image.replace("1200", "320")}" alt="BMW" width="112" height="84"`,
    );
    const buttons = [...html.matchAll(/bgcolor="#0f3d2e"[^>]*><a [^>]*>([^<]*)</g)];
    expect(buttons.map(([, label]) => label)).toEqual(["Open", "See all"]);
    expect(text).not.toContain("1200");
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
