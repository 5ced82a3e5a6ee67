import { type ComponentProps, type FormEvent, type RefObject, useRef } from "react";
import type { Role } from "#shared/accounts/account.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { formatMajor, formatMoney, toMinor } from "#shared/money/money.ts";
import { amountDueNow, type PaymentCharge } from "#shared/payments/payment-charge.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useCreateBooking } from "./booking-queries.ts";
import { formatHoldEnd } from "./hold-end.tsx";
import { holdWords } from "./hold-words.ts";
import { PaymentLink } from "./payment-link.tsx";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

type BookingDialogProps = {
  open: boolean;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
  onBooked: (booking: Booking | undefined) => void;
  /** Null if the car in the URL is no longer listed. */
  product: CardListing | null;
  /** The user's own hold on the car; undefined if it could not be fetched. */
  ownHold: Booking | null | undefined;
  /** What people compare first, such as the year. */
  facts: readonly string[];
  /** How long an unpaid booking holds the car. */
  holdHours: number;
  /** What a booking costs online. */
  charge: PaymentCharge;
  user: { displayName: string; email: string };
  /** Null until the server has returned it. */
  role: Role | null;
  /** A note shown before the form. */
  note: Elements;
};

/**
 * The booking dialog. Name, email, item and price are read-only; phone and location are optional
 * (docs/specification.md, "Booking dialog").
 */
export function BookingDialog({
  open,
  onClose,
  returnFocusTo,
  onBooked,
  product,
  ownHold,
  facts,
  holdHours,
  charge,
  user,
  role,
  note,
}: BookingDialogProps) {
  const firstField = useRef<HTMLInputElement>(null);
  const obstacle = whyNotBookable(product, ownHold, role);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      initialFocus={firstField}
      title="Booking Confirmation"
      description={
        obstacle ?? (product && `Free for ${holdWords(holdHours)}. ${whatIsDue(product, charge)}`)
      }
    >
      {product && obstacle === null ? (
        <>
          {note}
          <BookingForm
            product={product}
            facts={facts}
            holdHours={holdHours}
            user={user}
            onBooked={onBooked}
            firstFieldRef={firstField}
          />
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          {ownHold && (
            <>
              <PaymentLink booking={ownHold} />
              <LinkButton to="/dashboard/myorders" look="secondary">
                My Orders
              </LinkButton>
            </>
          )}
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function BookingForm({
  product,
  facts,
  holdHours,
  user,
  onBooked,
  firstFieldRef,
}: Pick<BookingDialogProps, "facts" | "holdHours" | "user" | "onBooked"> & {
  product: CardListing;
  firstFieldRef: RefObject<HTMLInputElement | null>;
}) {
  const createBooking = useCreateBooking(user.email);

  function book(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const body = {
      productId: product._id,
      name: user.displayName,
      email: user.email,
      item: product.name,
      price: product.resalePrice,
      phone: String(typed.get("phone") ?? ""),
      location: String(typed.get("location") ?? ""),
      image: product.image,
    };
    createBooking.mutate(body, {
      onSuccess: ({ acknowledged, message, booking }) => {
        if (acknowledged) {
          toast.success("Booking Successfully Submitted");
          onBooked(booking);
        } else {
          toast.error(message ?? "We could not book this car. Please try again.");
          form.reset();
        }
      },
      onError: () => form.reset(),
    });
  }

  return (
    <form onSubmit={book} className="grid gap-5">
      <KeptFields name={`booking-${product._id}`} />
      <BookedCar product={product} facts={facts} />
      <div className="border-y border-line py-3">
        <p className="text-sm text-muted">Booking as</p>
        <div className="grid">
          <FixedField label="Name" name="name" value={user.displayName} />
          <FixedField label="Email" name="email" type="email" value={user.email} />
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          ref={firstFieldRef}
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          optional
        />
        <TextField
          label="Location"
          name="location"
          autoComplete="address-level2"
          maxLength={160}
          optional
        />
      </div>
      <Button type="submit" busy={createBooking.isPending}>
        {`Book for ${holdWords(holdHours)}`}
      </Button>
    </form>
  );
}

/** The car with its price. */
function BookedCar({ product, facts }: { product: CardListing; facts: readonly string[] }) {
  return (
    <div className="flex gap-4">
      <CarPicture
        src={product.image}
        alt=""
        isIllustration={product.imageIsIllustration}
        isThumbnail
        sizes="6rem"
        className="w-24 shrink-0 self-start"
      />
      <div className="min-w-0 flex-1">
        <FixedField label="Item" name="item" value={product.name} className="font-medium" />
        <p className="text-sm text-muted">{facts.join(" · ")}</p>
        <FixedField
          label="Price"
          name="price"
          value={formatMajor(product.resalePrice, product.currency)}
          className="display mt-1 text-[1.75rem]"
        />
      </div>
    </div>
  );
}

/** A read-only field that looks like the text around it. */
function FixedField({
  label,
  className = "",
  ...input
}: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="block min-w-0">
      <span className="sr-only">{label}</span>
      <input
        {...input}
        readOnly
        title={String(input.value)}
        className={`w-full bg-transparent text-ellipsis ${className}`}
      />
    </label>
  );
}

/** What a buyer pays after the hold, and how. */
function whatIsDue({ resalePrice, currency }: CardListing, charge: PaymentCharge): string {
  const price = toMinor(resalePrice, currency)!;
  const now = amountDueNow(price, charge, currency);
  const byCard = `Then ${formatMoney(now, currency)} by card`;
  if (now === price) return `${byCard}.`;
  return `${byCard}, and ${formatMoney(price - now, currency)} to the seller at handover.`;
}

/** Why the car can't be booked, or null. The server decides; this only avoids showing a form that would fail. */
function whyNotBookable(
  product: CardListing | null,
  ownHold: Booking | null | undefined,
  role: Role | null,
): string | null {
  if (ownHold)
    return ownHold.expiresAt
      ? `You reserved this car. It is held for you until ${formatHoldEnd(ownHold.expiresAt)}.`
      : "You reserved this car.";
  if (product === null) return "This car is no longer listed. It may have been sold.";
  if (role === "Seller")
    return "You are signed in as a seller. To book a car, sign in with a buyer account.";
  if (role === "admin")
    return "You are signed in as an admin. To book a car, sign in with a buyer account.";
  if (product.status !== "available")
    return ownHold === undefined
      ? "This car is reserved."
      : "Another buyer reserved this car. It becomes available again if they don't pay in time.";
  return null;
}
