import {
  oauthFlowResults,
  type OAuthFlowResult,
  type SignInMethods,
} from "#shared/identity/third-party-contract.ts";
import { sendRequest } from "#web/platform/requests/send-request.ts";

async function call<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const response = await sendRequest(`/api/auth/${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

const provider = "google";

/** Client for sign-in with Google through the identity service. */
export const googleClient = {
  /** URL that starts signing in. @throws AppError provider_unavailable */
  async start(from: string | null): Promise<string> {
    const body = { provider, ...(from !== null && { callbackURL: from }) };
    return (await call<{ url: string }>("POST", "sign-in/social", body)).url;
  },
  /** URL that starts connecting the signed-in account. @throws AppError provider_unavailable */
  async connect(): Promise<string> {
    return (await call<{ url: string }>("POST", "link-social", { provider })).url;
  },
  async disconnect(): Promise<void> {
    await call("POST", "unlink-account", { providerId: provider });
  },
  /** The email of the account waiting to be connected in this browser, or null. */
  async pendingEmail(): Promise<string | null> {
    return (await call<{ email: string | null }>("GET", "link-account")).email;
  },
  /** Connects the waiting Google account to the signed-in account. */
  async connectPending(): Promise<void> {
    await call("POST", "link-account", {});
  },
  signInMethods: () => call<SignInMethods>("GET", "list-accounts"),
};

/** The outcome of the Google OAuth flow, if this page follows one. */
export function readOAuthFlowResult(search: URLSearchParams): OAuthFlowResult | null {
  const given = search.get("google");
  return oauthFlowResults.find((ended) => ended === given) ?? null;
}

/** The query string without the OAuth outcome. */
export function withoutOAuthFlowResult(search: URLSearchParams): string {
  const rest = new URLSearchParams(search);
  rest.delete("google");
  return rest.toString();
}

/** Messages for OAuth flows that did not sign in or connect. */
export const oauthFlowMessages: Record<
  Exclude<OAuthFlowResult, "done" | "code" | "exists" | "connected">,
  string
> = {
  declined: "You canceled signing in with Google. Nothing has changed.",
  expired: "Signing in with Google took too long or started in another window. Please try again.",
  unverified:
    "Google has not verified that email address. Verify it with Google first, or use another account.",
  taken: "That Google account is already connected to another account here.",
  "other-email":
    "That Google account uses a different email address. Please choose the Google account that matches your email here.",
  unavailable:
    "Google is not responding. Please try again in a moment, or sign in with your password.",
  busy: "Too many attempts. Please wait a few minutes, then try again.",
  failed: "We could not sign you in with Google. Please try again.",
};
