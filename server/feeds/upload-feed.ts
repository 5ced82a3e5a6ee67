import { AppError } from "#shared/errors/app-error.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { inspectFeed } from "#server/imports/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { loadOptions } from "./feed-options.ts";
import { makePlan } from "./make-plan.ts";
import { ownFeed, readOwnPlan } from "./own-feeds.ts";
import { readCars } from "./read-cars.ts";
import { readUploaded } from "./uploaded-file.ts";

/** `body` is a stream if the request has a file. */
type Upload = { id: string; file: string; body: unknown };
type UploadDeps = Pick<Deps, "db" | "config">;

/**
 * Makes a plan from an uploaded file, with the feed's options. Nothing else is changed.
 * @throws AppError not_found, too_large, or invalid_input if the file cannot be read as a feed
 */
export async function uploadFeed(
  deps: UploadDeps,
  viewer: Viewer,
  { id, file, body }: Upload,
): Promise<FeedPlanAnswer> {
  const { db, config } = deps;
  const feed = await ownFeed(db, viewer, id);
  const planId = await readUploaded(body, file, async (stored) => {
    const account = await findOwnAccount(db, viewer.accountId);
    if (!account) throw new AppError("token_invalid");
    const options = loadOptions(feed.options);
    const inspected = await inspectFeed(stored, options, file);
    const reading = { options, seller: account, shopCurrency: config.CURRENCY, now: new Date() };
    const read = await readCars(inspected, reading);
    return (await makePlan(db, feed.id, read, { keepsUnchanged: true })).id!;
  });
  return readOwnPlan(deps, viewer, { id: feed.id, planId });
}
