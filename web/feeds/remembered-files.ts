import type { FeedCorrections } from "#shared/feeds/feed-contract.ts";
import { mostFileBytes, mostFileMegabytes } from "#shared/feeds/feed-limits.ts";

type Remembered = { file: File; corrections: FeedCorrections; plans: Set<string> };
const rememberedByFeed = new Map<string, Remembered>();

/** The last file of a feed, so that it can be read again with other options. Gone with the page load. */
export const rememberedFile = (feedId: string): File | null =>
  rememberedByFeed.get(feedId)?.file ?? null;

/** The cells that the seller corrected in that file. */
export const rememberedCorrections = (feedId: string): FeedCorrections =>
  rememberedByFeed.get(feedId)?.corrections ?? {};

/** Remembers a feed's file. Another file has no corrections. */
export function rememberFile(feedId: string, file: File): void {
  if (rememberedByFeed.get(feedId)?.file !== file)
    rememberedByFeed.set(feedId, { file, corrections: {}, plans: new Set() });
}

/** Remembers that a plan was made of a feed's file, unless another one was chosen meanwhile. */
export function rememberPlan(feedId: string, file: File, planId: string): void {
  const current = rememberedByFeed.get(feedId);
  if (current?.file === file) current.plans.add(planId);
}

/** Whether the lines of a plan are those of the remembered file. Its name does not tell: stock.csv comes every night. */
export const isPlanOfRememberedFile = (feedId: string, planId: string): boolean =>
  rememberedByFeed.get(feedId)?.plans.has(planId) ?? false;

/** Remembers the corrected cells of a row, by column. */
export function rememberCorrection(
  feedId: string,
  line: number,
  cells: Record<string, string>,
): void {
  const before = rememberedByFeed.get(feedId);
  if (before && Object.keys(cells).length > 0)
    before.corrections = { ...before.corrections, [line]: cells };
}

/** Why a chosen file cannot be uploaded, for display; null if it can. */
export function refuseFile(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > mostFileBytes) return `${file.name} is larger than ${mostFileMegabytes} MB.`;
  return null;
}
