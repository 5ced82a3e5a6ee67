import type { ListingStatus } from "#shared/listings/listing.ts";
import { Badge } from "#web/ui/badge.tsx";

const statuses: Record<ListingStatus, { label: string; tone: "neutral" | "brass" | "good" }> = {
  available: { label: "For sale", tone: "neutral" },
  reserved: { label: "Reserved", tone: "brass" },
  sold: { label: "Sold", tone: "good" },
  off_sale: { label: "Off sale", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  removed: { label: "Removed", tone: "neutral" },
};

/** A listing's status, for its seller and admins. */
export function ListingStatusBadge({ status }: { status: ListingStatus }) {
  const { label, tone } = statuses[status];
  return <Badge tone={tone}>{label}</Badge>;
}
