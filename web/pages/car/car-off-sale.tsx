import { Link } from "react-router";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { UnbrokenMake } from "#web/listings/card/unbroken-make.tsx";
import { SimilarCars } from "./car-content.tsx";
import { ListingDialogs } from "./listing-dialogs.tsx";
import { Notice } from "./notice.tsx";
import type { OffSaleCar } from "../page-services.ts";
import { useOwnHolds } from "./use-own-holds.tsx";
import { WayBack } from "./way-back.tsx";

/** A car that may come back, and others that are for sale. */
export function CarOffSale({ product, others, similar }: OffSaleCar) {
  const ownHolds = useOwnHolds();
  const { role } = useSession();
  return (
    <>
      <ListingDialogs products={similar} ownHolds={ownHolds} />
      <WayBack product={product} />
      <h1 className="display text-4xl wrap-anywhere md:text-5xl">
        <UnbrokenMake text={product.name} />
      </h1>
      <Notice title="This car is not for sale at the moment">
        {others && (
          <Link
            prefetch="intent"
            to={others.path}
            className="text-link"
          >{`All ${others.label} cars for sale`}</Link>
        )}
      </Notice>
      {role === "Seller" && (
        <Link
          prefetch="intent"
          to={`/dashboard/myproduct?status=off_sale&q=${product._id}`}
          className="mt-5 inline-block text-link"
        >
          Is it yours? Put it on sale under My Products
        </Link>
      )}
      <SimilarCars similar={similar} ownHolds={ownHolds} />
    </>
  );
}
