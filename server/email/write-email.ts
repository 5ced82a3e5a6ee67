import type { Config } from "#server/platform/config/config.ts";
import { oneLine } from "./one-line.ts";

/** What a mail of the shop's says. Plain text throughout; the HTML is made from it here and nowhere else. */
export type EmailContent = {
  heading: string;
  /** The reader's name as they gave it; null where it may be a stranger's words. */
  greeting: string | null;
  paragraphs: readonly string[];
  /** Lines of a label and its value, for amounts and numbers. */
  facts?: readonly (readonly [label: string, value: string])[];
  link?: { label: string; url: string };
  /** Said last, small. */
  note?: string;
};

/** A letter as plain text and as HTML in the shop's look. Whatever it holds of people's own words is escaped. */
export function writeEmail(
  config: Pick<Config, "BRAND_NAME">,
  letter: EmailContent,
): { text: string; html: string } {
  const flat: Flat = {
    heading: oneLine(letter.heading),
    greeting: letter.greeting === null ? "Hello," : `Dear ${oneLine(letter.greeting)},`,
    paragraphs: letter.paragraphs.map(oneLine),
    facts: (letter.facts ?? []).map(([label, value]) => [label, oneLine(value)]),
    link: letter.link ?? { label: "", url: "" },
    note: oneLine(letter.note ?? ""),
  };
  return { text: asText(config.BRAND_NAME, flat), html: asHtml(config.BRAND_NAME, flat) };
}

type Flat = Required<EmailContent> & { greeting: string };

function asText(shop: string, letter: Flat): string {
  const facts = letter.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  const link = letter.link.url && `${letter.link.label}: ${letter.link.url}`;
  const parts = [
    letter.heading,
    letter.greeting,
    ...letter.paragraphs,
    facts,
    link,
    letter.note,
    `-- \n${shop}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

// Email programs know neither style sheets nor custom fonts: tables and inline styles, in the shop's paper, ink and green.
const serif = "Georgia,'Times New Roman',serif";
const sans = "-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

function asHtml(shop: string, letter: Flat): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font:16px/1.5 ${sans};color:#14130f">${escapeHtml(text)}</p>`;
  const fact = ([label, value]: readonly [string, string]) =>
    `<tr><th scope="row" align="left" style="padding:10px 16px 10px 0;border-top:1px solid #dcd2be;font:14px/1.5 ${sans};color:#5b564c">${escapeHtml(label)}</th>` +
    `<td align="right" style="padding:10px 0;border-top:1px solid #dcd2be;font:16px/1.5 ${sans};color:#14130f">${escapeHtml(value)}</td></tr>`;
  const facts =
    letter.facts.length > 0
      ? `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-bottom:1px solid #dcd2be">${letter.facts.map(fact).join("")}</table>`
      : "";
  const link = letter.link.url
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.link.url)}" style="display:inline-block;padding:12px 24px;background:#0f3d2e;color:#f7f5f2;font:600 16px/1.5 ${sans};text-decoration:none">${escapeHtml(letter.link.label)}</a></p>`
    : "";
  const note = letter.note
    ? `<p style="margin:0;font:14px/1.5 ${sans};color:#5b564c">${escapeHtml(letter.note)}</p>`
    : "";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.heading)}</title></head>` +
    `<body style="margin:0;padding:0;background:#f7f5f2"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 20px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td>` +
    `<p style="margin:0 0 24px;padding:0 0 16px;border-bottom:1px solid #a98a4b;font:22px/1.2 ${serif};color:#14130f">${escapeHtml(shop)}</p>` +
    `<h1 style="margin:0 0 24px;font:normal 30px/1.15 ${serif};color:#14130f">${escapeHtml(letter.heading)}</h1>` +
    paragraph(letter.greeting) +
    letter.paragraphs.map(paragraph).join("") +
    facts +
    link +
    note +
    `</td></tr></table></td></tr></table></body></html>\n`
  );
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
