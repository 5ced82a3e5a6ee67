import type { FastifyBaseLogger } from "fastify";

/**
 * Loads the library with what it tells the console going to the shop's log instead: it warns of every Node version
 * before 22, on which it works all the same, and whoever opens the demo should see its address and nothing else. What
 * others write meanwhile is let through.
 */
export async function quietly<Loaded>(
  log: Pick<FastifyBaseLogger, "info">,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    const text = String(said[0]);
    if (text.includes("oidc-provider WARNING")) log.info(text);
    else warn(...said);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}
