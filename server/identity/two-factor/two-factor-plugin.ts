import { twoFactor } from "better-auth/plugins/two-factor";
import type { Config } from "#server/platform/config/config.ts";
import { hashedBackupCodes, newBackupCodes } from "./backup-codes.ts";

/**
 * The two-factor plugin of the identity service: codes from an authenticator app, and backup codes. It asks for a code
 * after a password only; ours asks after a third-party sign-in (`/open-session`) too.
 */
export function twoFactorPlugin(config: Pick<Config, "BRAND_NAME">) {
  const plugin = twoFactor({
    issuer: config.BRAND_NAME,
    // Users without a password have none to enter. Our routes require recent reauthentication instead.
    allowPasswordless: true,
    backupCodeOptions: {
      customBackupCodesGenerate: newBackupCodes,
      storeBackupCodes: hashedBackupCodes,
    },
  });
  for (const hook of plugin.hooks.after) {
    const matchesPassword = hook.matcher;
    hook.matcher = (call) => matchesPassword(call) || call.path === "/open-session";
  }
  return plugin;
}
