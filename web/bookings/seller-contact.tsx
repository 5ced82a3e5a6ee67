import type { Booking } from "#shared/bookings/booking-contract.ts";
import { PhoneLink } from "#web/ui/phone-link.tsx";

type SellerContactProps = {
  booking: Pick<Booking, "sellerPhone" | "sellerPhoneLink" | "sellerEmail">;
};

/** How a buyer reaches the seller of a live booking. Nothing for other bookings. */
export function SellerContact({
  booking: { sellerPhone, sellerPhoneLink, sellerEmail },
}: SellerContactProps) {
  return (
    <>
      {sellerPhone && (
        <span className="block">
          <PhoneLink phone={sellerPhone} link={sellerPhoneLink} />
        </span>
      )}
      {sellerEmail && (
        <span className="block wrap-anywhere">
          <a href={`mailto:${encodeURIComponent(sellerEmail)}`} className="text-link">
            {sellerEmail}
          </a>
        </span>
      )}
    </>
  );
}
