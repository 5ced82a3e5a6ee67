import { useRef, useState } from "react";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import { BookedNotice } from "#web/bookings/booked-notice.tsx";
import { BookingDialog } from "#web/bookings/booking-dialog.tsx";
import type { useSession } from "#web/identity/sessions/use-session.ts";
import { comparedFacts } from "#web/listings/card/car-facts.ts";
import { useShop } from "#web/platform/root-data.ts";
import type { DialogName, useDialogParam } from "#web/listings/use-dialog-param.ts";
import { ReportDialog } from "#web/reports/report-dialog.tsx";
import type { OwnHolds } from "./use-own-holds.tsx";

type Session = ReturnType<typeof useSession>;
type SignedInDialogsProps = {
  book: ReturnType<typeof useDialogParam>;
  report: ReturnType<typeof useDialogParam>;
  products: readonly CardListing[];
  ownHolds: OwnHolds;
  user: NonNullable<Session["user"]>;
  role: Session["role"];
  roleError: Session["roleError"];
};

/** The dialogs of a signed-in user, and the notice after a booking. */
export function SignedInDialogs({
  book,
  report,
  products,
  ownHolds,
  user,
  role,
  roleError,
}: SignedInDialogsProps) {
  const { bookingNeedsConfirmedEmail, bookingHoldHours, paymentCharge } = useShop();
  // Wait for the role and the user's holds, so the dialogs don't show wrong content first.
  const isReady = (role !== null || roleError !== null) && ownHolds.isKnown;
  const booked = useLast(find(products, book.id), isReady && book.id !== null);
  const ownHold = useLast(
    book.id === null ? null : ownHolds.of(book.id),
    isReady && book.id !== null,
  );
  const reported = useLast(find(products, report.id), isReady && report.id !== null);
  // The latest booking, until the notice is closed or another car is opened.
  const [news, setNews] = useState<Booking | null>(null);
  const notice = useRef<HTMLHeadingElement>(null);
  if (news && book.id !== null && book.id !== news.productId) setNews(null);
  return (
    <>
      {news && (
        <BookedNotice
          headingRef={notice}
          booking={news}
          onClose={() => {
            setNews(null);
            cardButton(find(products, news.productId))?.focus();
          }}
        />
      )}
      {isReady && (
        <>
          <BookingDialog
            open={book.id !== null}
            onClose={book.close}
            onBooked={(booking) => {
              setNews(booking ?? null);
              book.close();
            }}
            returnFocusTo={() => notice.current ?? cardButton(booked)}
            product={booked}
            ownHold={ownHold}
            facts={booked ? comparedFacts(booked).map(({ value }) => value) : []}
            holdHours={bookingHoldHours}
            charge={paymentCharge}
            user={user}
            role={role}
            note={
              bookingNeedsConfirmedEmail && (
                <ConfirmEmailNote user={user} why="You can book once it is confirmed." />
              )
            }
          />
          <ReportDialog
            open={report.id !== null}
            onClose={report.close}
            returnFocusTo={() => openerOf("report", reported)}
            product={reported}
            role={role}
          />
        </>
      )}
    </>
  );
}

function find(products: readonly CardListing[], id: string | null): CardListing | null {
  return products.find((product) => product._id === id) ?? null;
}

/** The button that opens this dialog of the car, or null. Of two on the page, the one in view. */
function openerOf(dialog: DialogName, product: CardListing | null): HTMLElement | null {
  if (!product) return null;
  const opens = `[data-opens="${dialog}:${CSS.escape(product._id)}"]`;
  const openers = [...document.querySelectorAll<HTMLElement>(opens)];
  return openers.find(isInView) ?? openers[0] ?? null;
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}

/** A button on a car's card that focus can return to. */
function cardButton(product: CardListing | null): HTMLElement | null {
  return openerOf("book", product) ?? openerOf("report", product);
}

/** Returns the value while `active`, then keeps the last one while the dialog fades out. */
function useLast<T>(value: T, active: boolean): T {
  const [last, setLast] = useState(value);
  if (active && last !== value) setLast(value);
  return active ? value : last;
}
