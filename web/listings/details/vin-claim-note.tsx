import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";

const words = {
  pending:
    "Another seller had a car with this VIN. Its earlier history is shown once an admin has confirmed that it is this one.",
  refused:
    "An admin did not confirm that this car is the one that another seller had with this VIN, so its earlier history is not shown.",
  confirmed: null,
};

/** Tells a seller why their car's page does not have the earlier history of its VIN. */
export function VinClaimNote({ status }: { status: OwnListingDetail["vinClaim"] }) {
  const text = status && words[status];
  if (!text) return null;
  return <p className="mb-8 border-l-2 border-brass pl-4">{text}</p>;
}
