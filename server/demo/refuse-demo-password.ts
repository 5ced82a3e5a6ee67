import type { Deps } from "#server/deps.ts";
import { acceptsPassword } from "#server/identity/public.ts";
import { ConfigError } from "#server/platform/config/config.ts";
import { demoEmails, demoPassword } from "./demo-accounts.ts";

/**
 * Refuses to start a real shop with demo accounts, because the demo's password is public. Accounts with a changed
 * password are allowed.
 * @throws ConfigError naming the demo accounts that still accept the demo's password
 */
export async function refuseDemoPassword(deps: Pick<Deps, "db">): Promise<void> {
  const open: string[] = [];
  for (const email of demoEmails)
    if (await acceptsPassword(deps, { email, password: demoPassword })) open.push(email);
  if (open.length > 0)
    throw new ConfigError(
      `This shop was a demo, and the published demo password still opens ${open.join(", ")}. Run \`npm run admin -- remove-demo\` first, or change ${open.length === 1 ? "its password" : "their passwords"} in demo mode (DEMO=1).`,
    );
}
