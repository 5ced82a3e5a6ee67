// Fetches the photos of feeds that are due. A test runs it as a separate process to kill it.
import { createDeps } from "#server/create-deps.ts";
import { fetchPhotos } from "#server/feed-photos/fetch-photos.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { createLogger } from "#server/platform/logger.ts";

const config = loadConfig(process.env);
const nowhere = { own: () => null, public: () => "" };
const { deps, close } = await createDeps(
  config,
  createLogger(config),
  config.DATABASE_URL!,
  nowhere,
);
await fetchPhotos(deps);
await close();
process.exit(0);
