import { type FormEvent, type RefObject, useRef } from "react";
import type { Role } from "#shared/accounts/account.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
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
  /** How long an unpaid booking holds the car. */
  holdHours: number;
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
  holdHours,
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
        obstacle ??
        `We hold the car for you for ${holdWords(holdHours)}. You don't pay anything now.`
      }
    >
      {product && obstacle === null ? (
        <>
          {note}
          <BookingForm
            product={product}
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
  user,
  onBooked,
  firstFieldRef,
}: {
  product: CardListing;
  user: BookingDialogProps["user"];
  onBooked: BookingDialogProps["onBooked"];
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" value={user.displayName} readOnly />
        <TextField label="Email" name="email" type="email" value={user.email} readOnly />
      </div>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField label="Item" name="item" value={product.name} readOnly />
        <TextField
          label="Price"
          name="price"
          value={formatMajor(product.resalePrice, product.currency)}
          readOnly
        />
      </div>
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
      <Button type="submit" busy={createBooking.isPending} className="mt-2">
        Submit
      </Button>
    </form>
  );
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
