import type { createIdentity } from "./create-identity.ts";
import type { Identity } from "./identity.ts";

/**
 * Starts the identity service on our tables. Its library is loaded only now: that takes half a second, and commands of
 * the operator do not need it.
 */
export async function startIdentity(
  options: Parameters<typeof createIdentity>[0],
): Promise<Identity> {
  const identity = await import("./create-identity.ts");
  return identity.createIdentity(options);
}
