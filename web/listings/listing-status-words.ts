import type { ListingStatus } from "#shared/listings/listing.ts";

/** A listing's status as sellers and admins read it. */
export const statusWords: Record<
  ListingStatus,
  { label: string; tone: "neutral" | "brass" | "good" }
> = {
  available: { label: "For sale", tone: "neutral" },
  reserved: { label: "Reserved", tone: "brass" },
  sold: { label: "Sold", tone: "good" },
  off_sale: { label: "Off sale", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  removed: { label: "Removed", tone: "neutral" },
};
