import type { ListingStatus } from "#shared/listings/listing.ts";
import { Badge } from "#web/ui/badge.tsx";
import { statusWords } from "./listing-status-words.ts";

/** A listing's status, for its seller and admins. */
export function ListingStatusBadge({ status }: { status: ListingStatus }) {
  const { label, tone } = statusWords[status];
  return <Badge tone={tone}>{label}</Badge>;
}
