import { createHash, createHmac, createPrivateKey } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Adapter, Configuration, interactionPolicy } from "oidc-provider";
import type { Pool } from "pg";
import type { DemoUser } from "./demo-user.ts";
import { errorPage, pagePolicy } from "./interaction-page.ts";
import { openidPath } from "./openid-path.ts";

/** Options of the demo's OpenID provider. */
export type OpenidProviderOptions = {
  /** Base URL of the provider as browsers see it; ends with `openidPath`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Allowed redirect URIs. */
  redirectUris: readonly string[];
  /** The signing key, the cookie keys and the key for stored entries are derived from this. */
  secret: Buffer;
  /** The database that keeps sign-ins in progress. */
  pool: Pick<Pool, "query">;
  log: Pick<FastifyBaseLogger, "info" | "error">;
};

/** The library's session cookie. */
export const sessionCookie = "marque-openid-session";

/** Maximum duration of a sign-in, in seconds. */
const lifetime = 10 * 60;

const features: Configuration["features"] = {
  devInteractions: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  resourceIndicators: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
};

const ttl: Configuration["ttl"] = {
  AccessToken: lifetime,
  AuthorizationCode: 60,
  Grant: lifetime,
  IdToken: lifetime,
  Interaction: lifetime,
  Session: lifetime,
};

/** Settings for the library: one client, the code flow with PKCE, Google's claims, and none of its pages. */
export function providerSettings(
  options: Pick<OpenidProviderOptions, "clientId" | "clientSecret" | "redirectUris" | "secret">,
  parts: {
    adapter: (model: string) => Adapter;
    userOf: (subject: string) => Promise<DemoUser | undefined>;
    policy: typeof interactionPolicy;
  },
): Configuration {
  const cookieKey = createHmac("sha256", options.secret).update("cookies").digest("base64url");
  return {
    adapter: parts.adapter,
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.redirectUris],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        id_token_signed_response_alg: "EdDSA",
      },
    ],
    jwks: { keys: [signingKey(createHmac("sha256", options.secret).update("signing").digest())] },
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    responseTypes: ["code"],
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Like Google, the ID token contains the claims.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: {
      keys: [cookieKey],
      names: {
        session: sessionCookie,
        interaction: "marque-openid-interaction",
        resume: "marque-openid-resume",
      },
      long: { httpOnly: true, sameSite: "lax", signed: true, path: openidPath },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    features,
    ttl,
    clientBasedCORS: () => false,
    interactions: {
      policy: chooseEachTime(parts.policy),
      url: (_call, { uid }) => `${openidPath}/interaction/${uid}`,
    },
    findAccount: async (_call, subject) => {
      const user = await parts.userOf(subject);
      if (!user) return undefined;
      const { email, isVerified, name } = user;
      return {
        accountId: subject,
        claims: () => ({ sub: subject, email, email_verified: isVerified, ...(name && { name }) }),
      };
    },
    // The only client is the shop itself, so choosing an account counts as consent.
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider;
      const grant = new Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError: (call) => {
      call.type = "html";
      call.set("content-security-policy", pagePolicy([]));
      call.body = errorPage();
    },
  };
}

function chooseEachTime({ base, Prompt }: typeof interactionPolicy) {
  const policy = base();
  policy.add(new Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

// RFC 8410: the bytes before the 32 bytes of an Ed25519 key.
const prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs ID tokens, derived from a secret, so that it is the same in every process. */
function signingKey(seed: Buffer) {
  const key = createPrivateKey({
    key: Buffer.concat([prefix, seed.subarray(0, 32)]),
    format: "der",
    type: "pkcs8",
  });
  const jwk = key.export({ format: "jwk" });
  const kid = createHash("sha256").update(String(jwk.x)).digest("base64url").slice(0, 16);
  return { ...jwk, kid, alg: "EdDSA", use: "sig" };
}
