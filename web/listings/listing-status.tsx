import type { ListingStatus } from "#shared/listings/listing.ts";
import { Badge } from "#web/ui/badge.tsx";

const statuses: Record<ListingStatus, { words: string; tone: "neutral" | "brass" | "good" }> = {
  available: { words: "For sale", tone: "neutral" },
  reserved: { words: "Reserved", tone: "brass" },
  sold: { words: "Sold", tone: "good" },
  off_sale: { words: "Off sale", tone: "neutral" },
  withdrawn: { words: "Withdrawn", tone: "neutral" },
  removed: { words: "Removed", tone: "neutral" },
};

/** A listing's status, for its seller and admins. */
export function ListingStatusBadge({ status }: { status: ListingStatus }) {
  const { words, tone } = statuses[status];
  return <Badge tone={tone}>{words}</Badge>;
}
