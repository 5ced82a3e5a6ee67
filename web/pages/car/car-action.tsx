import { useQuery } from "@tanstack/react-query";
import type { Product } from "#shared/listings/listing-contract.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { DialogButton } from "#web/listings/dialog-opener.tsx";
import { ownCarQuery } from "#web/listings/own-car-query.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Booking, or what the car's seller can do instead. A page is rendered the same for everyone, so it is known later. */
export function CarAction({ product }: { product: Product }) {
  const { user, role } = useSession();
  const isSeller = user !== null && role === "Seller";
  const isOwn = useQuery({
    ...ownCarQuery(product._id, user?.email ?? ""),
    enabled: isSeller,
  });
  if (product.status === "reserved")
    return (
      <button type="button" disabled className={`${buttonClass("secondary")} flex-1`}>
        Reserved
      </button>
    );
  if (isSeller && isOwn.data === true)
    return (
      <LinkButton to={`/dashboard/myproduct/${product._id}/edit`} className="flex-1">
        Edit your car
      </LinkButton>
    );
  return (
    <DialogButton
      dialog="book"
      productId={product._id}
      className={`${buttonClass("primary")} flex-1`}
    >
      Book Now
    </DialogButton>
  );
}
