import { isolate } from "#shared/text/isolate.ts";
import type { Config } from "#server/platform/config/config.ts";

/** Content of an email. All texts are plain; the HTML is generated only here. */
export type EmailContent = {
  heading: string;
  /** The recipient's name; null if it may come from another user. */
  greeting: string | null;
  /** Shown above the greeting, in HTML only. */
  picture?: EmailPicture;
  paragraphs: readonly string[];
  /** Table of labels and values. */
  facts?: readonly (readonly [label: string, value: string])[];
  link?: EmailLink;
  /** Parts with a list, each with its own heading. */
  sections?: readonly EmailSection[];
  /** Small text at the end, and links below it. */
  note?: string;
  noteLinks?: readonly EmailLink[];
};

type EmailLink = { label: string; url: string };

/** A car's picture as emails show it. */
export type EmailPicture = {
  url: string;
  /** A smaller file of it, where our image host has one. */
  thumbnail: string;
  alt: string;
  isIllustration: boolean;
};

export type EmailSection = {
  heading: string;
  text: string;
  entries: readonly (EmailLink & { detail: string; picture?: EmailPicture })[];
  links: readonly EmailLink[];
};

/** Renders an email as plain text and HTML. All texts are escaped. */
export function writeEmail(
  config: Pick<Config, "BRAND_NAME">,
  content: EmailContent,
): { text: string; html: string } {
  const flat: Flat = {
    heading: oneLine(content.heading),
    greeting: content.greeting === null ? "Hello," : `Dear ${isolate(oneLine(content.greeting))},`,
    picture: content.picture,
    paragraphs: content.paragraphs.map(oneLine),
    facts: (content.facts ?? []).map(([label, value]) => [label, oneLine(value)]),
    link: content.link ?? { label: "", url: "" },
    sections: (content.sections ?? []).map((section) => ({
      heading: withoutLinks(section.heading),
      text: withoutLinks(section.text),
      entries: section.entries.map(({ label, url, detail, picture }) => ({
        label: withoutLinks(label),
        url,
        detail: withoutLinks(detail),
        picture,
      })),
      links: section.links,
    })),
    note: oneLine(content.note ?? ""),
    noteLinks: content.noteLinks ?? [],
  };
  return { text: asText(config.BRAND_NAME, flat), html: asHtml(config.BRAND_NAME, flat) };
}

type Flat = Required<Omit<EmailContent, "picture">> & {
  greeting: string;
  picture: EmailPicture | undefined;
};

function asText(shop: string, content: Flat): string {
  const facts = content.facts.map(([label, value]) => `${label}: ${isolate(value)}`).join("\n");
  const link = content.link.url && linkAsText(content.link);
  const parts = [
    content.heading,
    content.greeting,
    ...content.paragraphs,
    facts,
    link,
    ...content.sections.flatMap(sectionAsText),
    content.note,
    content.noteLinks.map(linkAsText).join("\n"),
    `-- \n${shop}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function sectionAsText({ heading, text, entries, links }: EmailSection): string[] {
  return [
    `== ${heading} ==`,
    text,
    ...entries.map(({ label, url, detail }) => `* ${label}\n  ${detail}\n  ${url}`),
    links.map(linkAsText).join("\n"),
  ];
}

function linkAsText({ label, url }: EmailLink): string {
  return `${label}: ${url}`;
}

// Email programs support neither style sheets nor custom fonts, hence tables and inline styles.
const serif = "Georgia,'Times New Roman',serif";
const sans = "-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

function asHtml(shop: string, content: Flat): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font:16px/1.5 ${sans};color:#14130f">${escapeHtml(text)}</p>`;
  const fact = ([label, value]: readonly [string, string]) =>
    `<tr><th scope="row" align="left" style="padding:10px 16px 10px 0;border-top:1px solid #dcd2be;font:14px/1.5 ${sans};color:#5b564c">${escapeHtml(label)}</th>` +
    `<td align="right" style="padding:10px 0;border-top:1px solid #dcd2be;font:16px/1.5 ${sans};color:#14130f">${escapeHtml(value)}</td></tr>`;
  const facts =
    content.facts.length > 0
      ? `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-bottom:1px solid #dcd2be">${content.facts.map(fact).join("")}</table>`
      : "";
  const note = content.note
    ? `<p style="margin:0;font:14px/1.5 ${sans};color:#5b564c">${escapeHtml(content.note)}</p>`
    : "";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.heading)}</title></head>` +
    `<body style="margin:0;padding:0;background:#f7f5f2"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 20px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td>` +
    `<p style="margin:0 0 24px;padding:0 0 16px;border-bottom:1px solid #a98a4b;font:22px/1.2 ${serif};color:#14130f">${escapeHtml(shop)}</p>` +
    `<h1 style="margin:0 0 24px;font:normal 30px/1.15 ${serif};color:#14130f">${escapeHtml(content.heading)}</h1>` +
    (content.picture ? pictureAsHtml(content.picture) : "") +
    paragraph(content.greeting) +
    content.paragraphs.map(paragraph).join("") +
    facts +
    (content.link.url ? buttonAsHtml(content.link) : "") +
    content.sections.map(sectionAsHtml).join("") +
    note +
    linksAsHtml(content.noteLinks) +
    `</td></tr></table></td></tr></table></body></html>\n`
  );
}

// A table, because Outlook ignores the padding of links.
function buttonAsHtml({ label, url }: EmailLink): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td bgcolor="#0f3d2e" style="padding:12px 24px;border-radius:2px;background:#0f3d2e">` +
    `<a href="${escapeHtml(url)}" style="color:#f7f5f2;font:600 16px/1.5 ${sans};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  );
}

// The attributes are for Outlook; other programs keep a photo's own shape or crop it to 4:3.
function pictureAsHtml({ url, alt, isIllustration: isDrawn }: EmailPicture): string {
  const note = isDrawn ? illustrationNote : "";
  return (
    `<p style="margin:0 0 24px;font:12px/1.5 ${sans};color:#5b564c">` +
    `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="560" height="420" style="display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;background:#ebe6dc;border:0">${note}</p>`
  );
}

function thumbnailAsHtml({ thumbnail, alt, isIllustration: isDrawn }: EmailPicture): string {
  const note = isDrawn ? illustrationNote : "";
  return (
    `<td width="112" valign="top" style="padding:12px 16px 12px 0;border-top:1px solid #dcd2be;font:12px/1.5 ${sans};color:#5b564c">` +
    `<img src="${escapeHtml(thumbnail)}" alt="${escapeHtml(alt)}" width="112" height="84" style="display:block;width:112px;height:84px;object-fit:cover;background:#ebe6dc;border:0">${note}</td>`
  );
}

const illustrationNote = "Illustration";

function sectionAsHtml({ heading, text, entries, links }: EmailSection): string {
  const entry = ({ label, url, detail, picture }: EmailSection["entries"][number]) =>
    `<tr>${picture ? thumbnailAsHtml(picture) : ""}<td valign="top" style="padding:12px 0;border-top:1px solid #dcd2be;font:16px/1.5 ${sans};color:#14130f">` +
    `<a href="${escapeHtml(url)}" style="color:#0f3d2e;font-weight:600">${escapeHtml(label)}</a><br>${escapeHtml(detail)}</td></tr>`;
  return (
    `<h2 style="margin:8px 0 8px;font:normal 22px/1.2 ${serif};color:#14130f">${escapeHtml(heading)}</h2>` +
    `<p style="margin:0 0 16px;font:14px/1.5 ${sans};color:#5b564c">${escapeHtml(text)}</p>` +
    `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:1px solid #dcd2be">${entries.map(entry).join("")}</table>` +
    // The first leads to what the section lists.
    links.slice(0, 1).map(buttonAsHtml).join("") +
    linksAsHtml(links.slice(1))
  );
}

function linksAsHtml(links: readonly EmailLink[]): string {
  const link = ({ label, url }: EmailLink) =>
    `<a href="${escapeHtml(url)}" style="color:#0f3d2e">${escapeHtml(label)}</a>`;
  return links.length === 0
    ? ""
    : `<p style="margin:8px 0 24px;font:14px/1.5 ${sans};color:#5b564c">${links.map(link).join(" &nbsp; ")}</p>`;
}

/** Escapes text for HTML. */
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

/**
 * A text by users who do not know the recipient: a seller's car reaches everyone who searches for such cars. Mail programs
 * make links of addresses in it, which an invisible space prevents.
 */
function withoutLinks(text: string): string {
  return oneLine(text).replace(/:(?=\/\/)|(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu, "$&\u200b");
}

/**
 * Puts a text on one line without control characters, so that it cannot fake a line or a header, or reverse the text
 * after it. What `isolate` added stays.
 */
export function oneLine(text: string): string {
  return text
    .replace(
      /(?:\u2068([^\p{Bidi_Control}]*)\u2069)|\p{Bidi_Control}/gu,
      (all: string, inside?: string) => (inside === undefined ? "" : all),
    )
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
