import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { Reach } from "./reach.ts";

const tokens = z.object({ id_token: z.string() });

/**
 * Trades a code for the ID token, by the client's secret and the verifier that only this server knows. Other tokens in
 * the answer are dropped: we ask the provider nothing else.
 * @throws AppError provider_unavailable, or provider_refused where the code is no good
 */
export async function exchangeCode(
  reach: Reach,
  given: {
    tokenEndpoint: string;
    clientId: string;
    clientSecret: string;
    redirectUri: string;
    verifier: string;
    code: string;
  },
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<string> {
  const response = await reach(given.tokenEndpoint, {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${basic(given.clientId, given.clientSecret)}`,
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: given.code,
      redirect_uri: given.redirectUri,
      code_verifier: given.verifier,
    }),
  });
  const answer: unknown = await response.json().catch(() => null);
  const found = tokens.safeParse(answer);
  if (response.ok && found.success) return found.data.id_token;
  log.warn({ status: response.status, error: errorOf(answer) }, "sign-in provider: no token");
  throw new AppError(response.status >= 500 ? "provider_unavailable" : "provider_refused");
}

// Both halves are form-encoded first (RFC 6749, 2.3.1).
function basic(id: string, secret: string): string {
  const encode = (part: string) => new URLSearchParams({ "": part }).toString().slice(1);
  return Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64");
}

function errorOf(answer: unknown): string | undefined {
  const isError = answer !== null && typeof answer === "object" && "error" in answer;
  return isError && typeof answer.error === "string" ? answer.error.slice(0, 100) : undefined;
}
