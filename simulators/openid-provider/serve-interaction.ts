import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { choicePage, errorPage, pagePolicy } from "./interaction-page.ts";
import { readUser, type DemoUser } from "./demo-user.ts";

type Context = {
  provider: Provider;
  /** Keeps a user until the sign-in ends, and returns the subject. */
  remember: (user: DemoUser) => Promise<string>;
  redirectUris: readonly string[];
};

/** In characters. The largest form has two short fields. */
const maximumForm = 4_096;

/** The page to choose an account: GET shows it, POST answers it. */
export async function serveInteraction(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider } = context;
  const interaction = await provider.interactionDetails(request, response).catch(() => null);
  if (!interaction) return send(response, 400, errorPage(), context);
  if (request.method !== "POST") return send(response, 200, choicePage(null), context);
  const fields = new URLSearchParams(await readForm(request));
  if (fields.has("cancel"))
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "The user canceled.",
    });
  const user = readUser(fields);
  if (!user) return send(response, 400, choicePage(fields), context);
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: await context.remember(user), remember: false },
  });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    form += chunk.toString("utf8");
    if (form.length > maximumForm) return "";
  }
  return form;
}

function send(response: ServerResponse, status: number, page: string, context: Context): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy(context.redirectUris),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  response.end(page);
}
