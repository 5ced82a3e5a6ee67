import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { unauthorized } from "./api-error.ts";
import type { FormMap } from "./parse-form.ts";

/**
 * Reads the key from the Authorization header (Bearer, or Basic with the key as the user name) or from the parameter
 * `key`, which browser libraries send. Removes `key` from `params`. @throws ApiError 401
 */
export function authenticate(
  request: Pick<IncomingMessage, "headers">,
  params: FormMap,
  keys: { secretKey: string; publishableKey: string },
): "secret" | "publishable" {
  const given = fromHeader(request.headers.authorization) ?? fromParams(params);
  delete params.key;
  if (!given)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer " +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for " +
        "details, or we can help at https://support.stripe.com/.",
    );
  if (same(given, keys.secretKey)) return "secret";
  if (same(given, keys.publishableKey)) return "publishable";
  throw unauthorized(`Invalid API Key provided: ${masked(given)}`);
}

function fromHeader(header: string | undefined): string | null {
  const [scheme, value] = header?.trim().split(/\s+/) ?? [];
  if (!value) return null;
  if (/^bearer$/i.test(scheme!)) return value;
  if (!/^basic$/i.test(scheme!)) return null;
  return Buffer.from(value, "base64").toString("utf8").split(":")[0] || null;
}

function fromParams(params: FormMap): string | null {
  return typeof params.key === "string" && params.key !== "" ? params.key : null;
}

function same(given: string, key: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(key);
  return a.length === b.length && timingSafeEqual(a, b);
}

function masked(key: string): string {
  return key.length <= 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}********${key.slice(-4)}`;
}
