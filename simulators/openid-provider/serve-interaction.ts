import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { choicePage, errorPage, pagePolicy } from "./interaction-page.ts";
import { readPerson, type Person } from "./person.ts";

type Context = {
  provider: Provider;
  /** Keeps a person until their sign-in ends, and says their subject. */
  remember: (person: Person) => string;
  redirectUris: readonly string[];
};

/** The largest form has two short fields. */
const longestForm = 4_096;

/** The provider's own page: who do you want to be? Shown by GET, answered by POST. */
export async function serveInteraction(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider } = context;
  const underWay = await provider.interactionDetails(request, response).catch(() => null);
  if (!underWay) return send(response, 400, errorPage(), context);
  if (request.method !== "POST") return send(response, 200, choicePage(null), context);
  const fields = new URLSearchParams(await readForm(request));
  if (fields.has("cancel"))
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "The person said no.",
    });
  const person = readPerson(fields);
  if (!person) return send(response, 400, choicePage(fields), context);
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: context.remember(person), remember: false },
  });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    form += chunk.toString("utf8");
    if (form.length > longestForm) return "";
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
