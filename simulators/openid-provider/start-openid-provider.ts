import type { IncomingMessage, ServerResponse } from "node:http";
import { memoryAdapter } from "./memory-adapter.ts";
import { openidPath } from "./openid-path.ts";
import { subjectOf, type Person } from "./person.ts";
import type { OpenidProviderOptions } from "./provider-options.ts";
import { providerSettings, sessionCookie } from "./provider-settings.ts";
import { quietly } from "./quietly.ts";
import { serveFont } from "./serve-font.ts";
import { serveInteraction } from "./serve-interaction.ts";

export type OpenidProvider = {
  /** Answers raw requests of a listener whose path isOpenidPath(). */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/**
 * Nobody stays signed in here: each sign-in is a choice of its own. The library would else first have whoever chooses
 * another person sign out, by a page with a script.
 */
function withoutSession(cookies = ""): string {
  const pairs = cookies.split(/;\s*/);
  return pairs.filter((pair) => !pair.startsWith(sessionCookie)).join("; ");
}

/** The library lets every origin read its answers. Nobody but the shop's own server has to. */
function closeToOthers(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase().startsWith("access-control-") ? response : setHeader(name, value);
}

/** How many people are remembered between their choice and the end of their sign-in. */
const mostPeople = 1_000;

/**
 * Starts an OpenID provider that lets everybody be anybody: for the demo and for tests. The library is loaded only
 * here.
 */
export async function startOpenidProvider(options: OpenidProviderOptions): Promise<OpenidProvider> {
  const { log } = options;
  const { Provider, interactionPolicy } = await quietly(log, () => import("oidc-provider"));
  const people = new Map<string, Person>();
  const settings = providerSettings(options, {
    adapter: memoryAdapter(),
    personOf: (subject) => people.get(subject),
    policy: interactionPolicy,
  });
  const provider = new Provider(options.issuer, settings);
  // Addresses follow the issuer, however a request came here: the shop's own calls come over loopback.
  provider.proxy = true;
  provider.on("server_error", (_call, error) =>
    log.error({ err: error }, "openid provider: no answer"),
  );
  const answer = provider.callback();
  const { protocol, host } = new URL(options.issuer);

  function remember(person: Person): string {
    const subject = subjectOf(person);
    people.delete(subject);
    people.set(subject, person);
    if (people.size > mostPeople) people.delete(people.keys().next().value ?? "");
    return subject;
  }

  return {
    async handle(request, response) {
      Object.assign(request.headers, {
        "x-forwarded-proto": protocol.slice(0, -1),
        "x-forwarded-host": host,
        cookie: withoutSession(request.headers.cookie),
      });
      closeToOthers(response);
      const path = (request.url ?? "").slice(openidPath.length).split("?")[0] ?? "";
      if (path.startsWith("/fonts/")) return serveFont(path, response);
      if (path.startsWith("/interaction/"))
        return serveInteraction({ provider, remember, ...options }, request, response);
      // What the library knows its mount by.
      const mounted = Object.assign(request, { originalUrl: request.url ?? "" });
      mounted.url = mounted.originalUrl.slice(openidPath.length) || "/";
      await answer(mounted, response);
    },
  };
}
