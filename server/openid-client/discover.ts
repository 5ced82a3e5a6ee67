import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { Reach } from "./reach.ts";

/** What we read of a provider's description of itself (OpenID Connect Discovery 1.0, section 3). */
const description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

export type Provider = {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Whether each answer names its issuer (RFC 9207). */
  namesItself: boolean;
  keys: JWTVerifyGetKey;
};

/**
 * Reads the provider's description of itself. @throws AppError provider_unavailable, also where the description is one
 * of another issuer or sends secrets over an open line
 */
export async function discover(issuer: string, reach: Reach): Promise<Provider> {
  const response = await reach(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {});
  const found = description.safeParse(await response.json().catch(() => null));
  if (!response.ok || !found.success || found.data.issuer !== issuer)
    throw new AppError("provider_unavailable");
  const { authorization_endpoint, token_endpoint, jwks_uri } = found.data;
  // A provider that is spoken to over TLS never sends us elsewhere without it.
  const isOpen = [authorization_endpoint, token_endpoint, jwks_uri].some(
    (url) => issuer.startsWith("https:") && !url.startsWith("https:"),
  );
  if (isOpen) throw new AppError("provider_unavailable");
  return {
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    namesItself: found.data.authorization_response_iss_parameter_supported,
    keys: createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: (url, options) => reach(url, options),
    }),
  };
}
