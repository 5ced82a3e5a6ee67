import { createHash } from "node:crypto";
import { pageStyle } from "./page-style.ts";
import { demoUsers } from "./demo-user.ts";

const styleHash = createHash("sha256").update(pageStyle).digest("base64");

/**
 * Allows only the inline style, our fonts, no scripts, and forms to the page itself. Browsers apply form-action to the
 * redirect after a form too, so the redirect URIs are listed.
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

/** The page to choose an account. `refused`: the submitted form if its email is invalid. */
export function choicePage(refused: URLSearchParams | null): string {
  const people = demoUsers.map(
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
    refused ? "Error: Choose an account" : "Choose an account",
    `<h1>Choose an account</h1>
<p>This page replaces Google in the demo. You can sign in as anyone without a password.</p>
<form method="post"><ul>${people.join("\n")}</ul></form>
<form method="post" novalidate>
<h2>Another email</h2>
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="254" required value="${escape(refused?.get("email") ?? "")}"${described}>
${wrong}
<label for="name">Name <span class="optional">(optional)</span></label>
<input id="name" name="name" autocomplete="off" maxlength="120" value="${escape(refused?.get("name") ?? "")}">
<label class="check"><input type="checkbox" name="unverified" value="yes"${refused?.has("unverified") ? " checked" : ""}> <span>Leave this email unverified <span class="note">Shows how the shop handles it</span></span></label>
<button class="main">Continue</button>
</form>
<form method="post"><button class="quiet" name="cancel" value="yes">Cancel and go back</button></form>`,
  );
}

/** The page shown when no sign-in is in progress. */
export function errorPage(): string {
  return page(
    "Sign-in expired",
    `<h1>Sign-in expired</h1>
<p>This sign-in has ended or was never started. Start again in the shop.</p>
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
<p class="place"><span aria-hidden="true">◇</span> Demo sign-in <span class="mode">Replaces Google</span></p>
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
