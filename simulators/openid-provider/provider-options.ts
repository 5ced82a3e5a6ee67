import type { FastifyBaseLogger } from "fastify";

/** What the demo's provider is started with. */
export type OpenidProviderOptions = {
  /** The provider's own address as browsers see it; ends in `openidPath`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where browsers may be sent back to. */
  redirectUris: readonly string[];
  /** What the signing key and the cookies' keys are made from. */
  secret: Buffer;
  log: Pick<FastifyBaseLogger, "info" | "error">;
};
