import { generateSync } from "otplib";

/**
 * The code that an authenticator app shows for the URI.
 * @param steps half minutes from now: 1 is the next code
 */
export function appCode(totpUri: string, steps = 0, now = Date.now()): string {
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  return generateSync({ secret, epoch: Math.floor(now / 1_000) + steps * 30 });
}
