import type { FastifyBaseLogger } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import { entryAdapter } from "./entry-adapter.ts";
import { openEntryStore } from "./entry-store.ts";
import { openidPath } from "./openid-path.ts";
import { subjectOf, type DemoUser } from "./demo-user.ts";
import {
  providerSettings,
  sessionCookie,
  type OpenidProviderOptions,
} from "./provider-settings.ts";
import { serveFont } from "./serve-font.ts";
import { serveInteraction } from "./serve-interaction.ts";

export type OpenidProvider = {
  /** Answers raw requests if `isOpenidPath` matches. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/**
 * Removes the session cookie, so that every sign-in starts with the choice of an account. Otherwise the library would
 * show a sign-out page with a script before switching accounts.
 */
function withoutSession(cookies = ""): string {
  const pairs = cookies.split(/;\s*/);
  return pairs.filter((pair) => !pair.startsWith(sessionCookie)).join("; ");
}

/** Removes the library's CORS headers: only the shop's server needs its answers. */
function withoutCors(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase().startsWith("access-control-") ? response : setHeader(name, value);
}

/** Seconds that a user is kept after the choice: longer than a sign-in takes. */
const userSeconds = 15 * 60;

/**
 * Starts an OpenID provider that signs in any user without a password, for the demo and for tests. The library is
 * loaded only here.
 */
export async function startOpenidProvider(options: OpenidProviderOptions): Promise<OpenidProvider> {
  const { log } = options;
  const { Provider, interactionPolicy } = await loadQuietly(log, () => import("oidc-provider"));
  const entries = await openEntryStore(options.pool, options.secret);
  const userKey = (subject: string) => `User:${subject}`;
  const settings = providerSettings(options, {
    adapter: entryAdapter(entries),
    userOf: (subject) => entries.find(userKey(subject)) as Promise<DemoUser | undefined>,
    policy: interactionPolicy,
  });
  const provider = new Provider(options.issuer, settings);
  // URLs follow the issuer, because the shop's own calls come over loopback.
  provider.proxy = true;
  provider.on("server_error", (_call, error) =>
    log.error({ err: error }, "openid provider: request failed"),
  );
  const answer = provider.callback();
  const { protocol, host } = new URL(options.issuer);

  async function remember(user: DemoUser): Promise<string> {
    const subject = subjectOf(user);
    await entries.put(userKey(subject), user, { seconds: userSeconds });
    return subject;
  }

  return {
    async handle(request, response) {
      Object.assign(request.headers, {
        "x-forwarded-proto": protocol.slice(0, -1),
        "x-forwarded-host": host,
        cookie: withoutSession(request.headers.cookie),
      });
      withoutCors(response);
      const path = (request.url ?? "").slice(openidPath.length).split("?")[0] ?? "";
      if (path.startsWith("/fonts/")) return serveFont(path, response);
      if (path.startsWith("/interaction/"))
        return serveInteraction({ provider, remember, ...options }, request, response);
      // The library reads its mount path from this property.
      const mounted = Object.assign(request, { originalUrl: request.url ?? "" });
      mounted.url = mounted.originalUrl.slice(openidPath.length) || "/";
      await answer(mounted, response);
    },
  };
}

/**
 * Loads the library and sends its console warning about Node before 22, where it works too, to the shop's log, so that
 * the terminal shows only the address of the demo.
 */
async function loadQuietly<Loaded>(
  log: Pick<FastifyBaseLogger, "info">,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const { warn } = console;
  console.warn = (...parts: unknown[]) => {
    const text = String(parts[0]);
    if (text.includes("oidc-provider WARNING")) log.info(text);
    else warn(...parts);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}
