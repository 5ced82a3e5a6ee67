import { tmpdir } from "node:os";
import { AppError } from "#shared/errors/app-error.ts";
import { feedColumnMap, type FeedColumnMap } from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { FeedOptions } from "#server/imports/public-reading.ts";
import { ImportError, limitsForSellers, withReader } from "#server/imports/public.ts";
import { parseSmallJson } from "#server/platform/http/parse-json.ts";
import { refuseUploadIfDiskFull } from "#server/platform/free-disk.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { loadOptions, readOptions, withUnstated, type StoredOptions } from "../feed-options.ts";
import { ownFeed } from "../own-feeds.ts";
import { readNewestColumns } from "../plan/plan-store.ts";
import { previewColumns, previewFile } from "./ask-reader.ts";
import { refuseSuspended } from "../refuse-suspended.ts";
import { withSellerPlace } from "./seller-places.ts";
import { forSellers, readUploaded, unreadable } from "./uploaded-file.ts";

/**
 * What headers mean is `columns` as JSON, or else the first `columnsBytes` bytes of the body. Without both, the feed's
 * own meanings apply.
 */
type Preview = {
  id: string;
  file: string;
  columns?: string | undefined;
  columnsBytes?: number | undefined;
  body: unknown;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
};

/**
 * Shows how a file, or its beginning, would be read with a feed's options and other columns. Nothing is written.
 * @throws AppError not_found, too_large, or invalid_input if the file has no known header
 */
export async function previewFeed(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  { id, file, columns, columnsBytes = 0, body, signal }: Preview,
): Promise<FeedPreview> {
  const feed = await ownFeed(db, viewer, id);
  const seller = await findOwnAccount(db, viewer.accountId);
  if (!seller) throw new AppError("token_invalid");
  await refuseUploadIfDiskFull(config, tmpdir());
  const stated = columns === undefined ? null : mappedOptions(feed.options, columns);
  const upload = { body, name: file, leadingBytes: columnsBytes, uploader: seller.id };
  const reading = {
    name: file,
    sellerLocation: seller.location,
    shopCurrency: config.CURRENCY,
    now: new Date(),
  };
  const check = () => refuseSuspended(db, seller.id);
  return readUploaded({ config, signal, check }, upload, async ({ reader, unpacked, leading }) => {
    const leadingOptions = columnsBytes > 0 ? mappedOptions(feed.options, leading) : stated;
    const options = leadingOptions ?? loadOptions(feed.options);
    const planned = await readNewestColumns(db, feed.id);
    const previewed = { ...reading, file: unpacked.file, planned, options };
    const preview = await previewFile(reader, previewed);
    return { ...preview, problem: preview.problem && forSellers(preview.problem, file) };
  });
}

/**
 * Shows what the feed's newest plan could not read, and what it means by now, without its file. The rows are not kept, so
 * none is read.
 */
export async function previewPlan(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<FeedPreview> {
  const feed = await ownFeed(db, viewer, id);
  const options = loadOptions(feed.options);
  try {
    return await withSellerPlace(viewer.accountId, (turns) =>
      turns.add(async () => {
        const planned = await readNewestColumns(db, feed.id);
        return withReader(limitsForSellers(config), signal, (reader) =>
          previewColumns(reader, { planned, options }),
        );
      }),
    );
  } catch (error) {
    throw error instanceof ImportError ? unreadable(error, feed.name) : error;
  }
}

/** A feed's options with other columns, from JSON. @throws AppError invalid_input */
function mappedOptions(before: StoredOptions, columns: string): FeedOptions {
  const { headers: _, ...others } = before;
  const mapped = readOptions({ columns: readColumns(columns) });
  return loadOptions({ ...others, ...withUnstated(before, mapped) });
}

/** What headers mean, as JSON. @throws AppError invalid_input */
function readColumns(json: string): FeedColumnMap {
  const read = feedColumnMap.safeParse(parseSmallJson(json, "columns"));
  if (read.success) return read.data;
  const message = 'columns must be JSON such as {"Precio":"price"}.';
  throw new AppError("invalid_input", { message, fields: { columns: message } });
}
