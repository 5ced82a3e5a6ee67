import { createHmac } from "node:crypto";
import type { Adapter, Configuration, interactionPolicy } from "oidc-provider";
import type { Person } from "./person.ts";
import type { OpenidProviderOptions } from "./provider-options.ts";
import { errorPage, pagePolicy } from "./interaction-page.ts";
import { openidPath } from "./openid-path.ts";
import { signingKey } from "./signing-key.ts";

/** The library's cookie for who is signed in. */
export const sessionCookie = "marque-openid-session";

/** Seconds that a sign-in may take from its beginning to its end. */
const life = 10 * 60;

/** The library's settings: one client, the code flow with PKCE, Google's claims, and no pages of its own. */
export function providerSettings(
  options: Pick<OpenidProviderOptions, "clientId" | "clientSecret" | "redirectUris" | "secret">,
  parts: {
    adapter: (model: string) => Adapter;
    personOf: (subject: string) => Person | undefined;
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
    // As Google does: who it is stands in the ID token.
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
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
    },
    ttl: {
      AccessToken: life,
      AuthorizationCode: 60,
      Grant: life,
      IdToken: life,
      Interaction: life,
      Session: life,
    },
    clientBasedCORS: () => false,
    interactions: {
      policy: chooseEachTime(parts.policy),
      url: (_call, { uid }) => `${openidPath}/interaction/${uid}`,
    },
    findAccount: (_call, subject) => {
      const person = parts.personOf(subject);
      if (!person) return undefined;
      const { email, isVerified, name } = person;
      return {
        accountId: subject,
        claims: () => ({ sub: subject, email, email_verified: isVerified, ...(name && { name }) }),
      };
    },
    // Whoever chose a person here has agreed: there is one client, and it is the shop this stands at.
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
