import { createHash } from "node:crypto";
import { pageStyle } from "./page-style.ts";
import { examplePeople } from "./person.ts";

const styleHash = createHash("sha256").update(pageStyle).digest("base64");

/**
 * Only the page's own style and fonts, no script, and forms to itself. A browser holds the redirects that follow a form
 * against form-action too, so the places to come back to are named.
 */
export function pagePolicy(redirectUris: readonly string[]): string {
  const back = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  return [
    "default-src 'none'",
    "object-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    ["form-action 'self'", ...back].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The page to choose a person on. `refused`: what was filled in and is no email. */
export function choicePage(refused: URLSearchParams | null): string {
  const people = examplePeople.map(
    ({ name, email, note }) => `<li><button class="person" name="email" value="${escape(email)}">
<span class="mark" aria-hidden="true">${escape(name.slice(0, 1))}</span>
<span class="who"><span class="name">${escape(name)}</span> <span class="email">${escape(email)}</span>
<span class="note">${escape(note)}</span></span></button></li>`,
  );
  const wrong = refused
    ? '<p class="error" id="wrong" role="alert">This is not an email address.</p>'
    : "";
  const described = refused ? ' aria-invalid="true" aria-describedby="wrong"' : "";
  return page(
    refused ? "Error: Choose a person" : "Choose a person",
    `<h1>Choose a person</h1>
<p>In the demo this page stands in for Google. It asks for no password: everybody may be anybody.</p>
<form method="post"><ul>${people.join("\n")}</ul></form>
<form method="post" novalidate>
<h2>Another email</h2>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" required value="${escape(refused?.get("email") ?? "")}"${described}>
${wrong}
<label for="name">Name <span class="optional">(optional)</span></label>
<input id="name" name="name" autocomplete="off" maxlength="120" value="${escape(refused?.get("name") ?? "")}">
<label class="check"><input type="checkbox" name="unverified" value="yes"${refused?.has("unverified") ? " checked" : ""}> <span>Do not vouch for this email <span class="note">Shows what the shop says then</span></span></label>
<button class="main">Continue</button>
</form>
<form method="post"><button class="quiet" name="cancel" value="yes">Cancel and go back</button></form>`,
  );
}

/** What stands where no sign-in is under way. */
export function errorPage(): string {
  return page(
    "Nothing to sign in to",
    `<h1>Nothing to sign in to</h1>
<p>This sign-in is over, or was never begun. Please begin it again in the shop.</p>
<p><a class="main" href="/login">Back to the shop</a></p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Demo sign-in</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<p class="place"><span aria-hidden="true">◇</span> Demo sign-in <span class="mode">Stands in for Google</span></p>
${body}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  const marks: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
