import type { FastifyBaseLogger } from "fastify";
import type PgBoss from "pg-boss";
import type { Catalogue } from "#server/catalogue/public.ts";
import type { ViewCounter } from "#server/seller-stats/public.ts";
import type { Identity } from "#server/identity/public.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { ErasePayer, PaymentProvider } from "#server/payments/payment-provider.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Totals } from "#server/platform/database/create-totals.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";

/** The dependencies of all use cases. Each one takes the part that it needs, as `Pick<Deps, …>`. */
export type Deps = OpenDatabase & {
  totals: Totals;
  config: Config;
  log: FastifyBaseLogger;
  jobs: PgBoss;
  catalogue: Catalogue;
  views: ViewCounter;
  identity: Identity;
  provider: PaymentProvider;
  erasePayer: ErasePayer;
  /** Sign-in with Google; null if it is not offered. */
  google: OpenIdClient | null;
};
