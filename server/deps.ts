import type { FastifyBaseLogger } from "fastify";
import type PgBoss from "pg-boss";
import type { Catalogue } from "#server/catalogue/public.ts";
import type { PriceValuation } from "#server/valuation/public.ts";
import type { ViewCounter } from "#server/seller-stats/public.ts";
import type { Identity } from "#server/identity/public.ts";
import type { ImageStore } from "#server/images/storage/image-storage.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { ErasePayer, PaymentProvider } from "#server/payments/provider/payment-provider.ts";
import type { BuildInfo } from "#server/platform/build-info.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Monitor, OpenDatabase } from "#server/platform/database/database.ts";
import type { VisitorReads } from "#server/platform/database/visitor-reads.ts";
import type { Replicas } from "#server/platform/database/replicas.ts";
import type { Lifecycle } from "#server/platform/http/health-routes.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/** The dependencies of all use cases. Each one takes the part that it needs, as `Pick<Deps, …>`. */
export type Deps = OpenDatabase & {
  /** What pages and calls of visitors read. */
  visitors: VisitorReads;
  /** Read replicas for lists and exports. */
  replicas: Replicas;
  /** The same database for jobs: with connections of its own, and never through a pooler. */
  background: OpenDatabase;
  /** A connection for health checks and metrics, which must work while the pool is exhausted. */
  monitor: Monitor;
  lifecycle: Lifecycle;
  build: BuildInfo;
  totals: Totals;
  config: Config;
  images: ImageStore;
  log: FastifyBaseLogger;
  jobs: PgBoss;
  catalogue: Catalogue;
  /** The price model in use. */
  valuation: PriceValuation;
  views: ViewCounter;
  identity: Identity;
  secrets: Secrets;
  provider: PaymentProvider;
  erasePayer: ErasePayer;
  /** Sign-in with Google; null if it is not offered. */
  google: OpenIdClient | null;
};
