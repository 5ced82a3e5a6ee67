import { isIP } from "node:net";
import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Config } from "#server/platform/config/config.ts";
import { hashedBackupCodes, newBackupCodes } from "./backup-codes.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";

type Settings = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT" | "demo">;

/** Codes from an app with backup codes, and passkeys: the service's own plugins, as we have them. */
export function secondFactors(config: Settings) {
  return [
    askedOfThirdPartiesToo(
      twoFactor({
        issuer: config.BRAND_NAME,
        // Somebody who signs in with another service has no password to give; our routes ask for a recent proof instead.
        allowPasswordless: true,
        backupCodeOptions: {
          customBackupCodesGenerate: newBackupCodes,
          storeBackupCodes: hashedBackupCodes,
        },
      }),
    ),
    passkey({
      rpName: config.BRAND_NAME,
      rpID: new URL(passkeyOrigin(config) ?? "http://localhost").hostname,
      origin: trustedOrigins(config),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      // Two factors in one only where the device has asked for a finger, a face or a PIN: the service does not look.
      registration: {
        afterVerification: ({ verification }) => {
          if (!verification.registrationInfo?.userVerified) throw unverified();
        },
      },
      authentication: {
        afterVerification: ({ verification }) => {
          if (!verification.authenticationInfo.userVerified) throw unverified();
        },
      },
    }),
  ] as const;
}

/**
 * The origin that passkeys are made for: the first of ours that has a name. Browsers make none for an IP address
 * (https://www.w3.org/TR/webauthn-2/#rp-id); null where the shop has nothing else.
 */
export function passkeyOrigin(config: Settings): string | null {
  const isNamed = (origin: string) => isIP(new URL(origin).hostname.replace(/^\[|\]$/g, "")) === 0;
  return trustedOrigins(config).find(isNamed) ?? null;
}

/** The service asks for a code behind a password only; whoever comes from another service is asked as well. */
function askedOfThirdPartiesToo(plugin: ReturnType<typeof twoFactor>): typeof plugin {
  for (const hook of plugin.hooks.after) {
    const ofPasswords = hook.matcher;
    hook.matcher = (call) => ofPasswords(call) || call.path === "/open-session";
  }
  return plugin;
}

function unverified(): APIError {
  return new APIError("UNAUTHORIZED", {
    message: "Your device did not check that it is you. Please unlock it when it asks.",
  });
}
