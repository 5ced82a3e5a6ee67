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
});
