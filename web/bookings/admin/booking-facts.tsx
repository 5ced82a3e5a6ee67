import type { Booking } from "#shared/bookings/booking-contract.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { PhoneLink } from "#web/ui/phone-link.tsx";
import { Price } from "#web/ui/price.tsx";
import { Fact, Facts } from "./facts.tsx";

/** Car, buyer, seller and price of a booking. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const { currency } = booking;
  return (
    <section aria-labelledby="booking-facts">
      <h2 id="booking-facts" className="sr-only">
        Booking{" "}
      </h2>
      <CarPicture
        src={booking.image}
        alt={booking.item}
        isIllustration={booking.imageIsIllustration}
        className="mb-6 max-lg:w-44"
      />
      <Facts>
        <Fact name="Price">
          <Price amount={booking.price} currency={currency} className="font-medium" />
        </Fact>
        {booking.amountDueAtHandover > 0 && (
          <>
            <Fact name="By card">
              <Price amount={booking.amountDueNow} currency={currency} />
            </Fact>
            <Fact name="At handover">
              <Price amount={booking.amountDueAtHandover} currency={currency} />
            </Fact>
          </>
        )}
        <Fact name="Buyer">
          <Contact
            name={booking.name}
            email={booking.email}
            phone={booking.phone}
            phoneLink={booking.phoneLink}
          />
          {booking.location && <span className="block text-muted">{booking.location}</span>}
        </Fact>
        <Fact name="Seller">
          <Contact
            name={booking.sellerName}
            email={booking.sellerEmail}
            phone={booking.sellerPhone}
            phoneLink={booking.sellerPhoneLink}
          />
        </Fact>
        <Fact name="Booked">
          <Moment at={booking.createdAt} />
        </Fact>
        {booking.expiresAt && (
          <Fact name="Held until">
            <Moment at={booking.expiresAt} />
          </Fact>
        )}
        {booking.notice && <Fact name="Message to the buyer">{booking.notice}</Fact>}
      </Facts>
    </section>
  );
}

type ContactProps = {
  name: string;
  email: string | null;
  phone: string | null;
  phoneLink: string | null;
};

function Contact({ name, email, phone, phoneLink }: ContactProps) {
  return (
    <>
      <span>{name}</span>
      {email && (
        <a href={`mailto:${email}`} className="text-link block">
          {email}
        </a>
      )}
      {phone && (
        <span className="block">
          <PhoneLink phone={phone} link={phoneLink} />
        </span>
      )}
    </>
  );
}
