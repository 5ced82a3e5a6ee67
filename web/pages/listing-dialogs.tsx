import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import { BookedNotice } from "#web/bookings/booked-notice.tsx";
import { BookingDialog } from "#web/bookings/booking-dialog.tsx";
import { noteView } from "#web/listings/note-view.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { type DialogName, useDialogParam } from "#web/listings/use-dialog-param.ts";
import { ReportDialog } from "#web/reports/report-dialog.tsx";
import { useSession } from "#web/identity/sessions/use-session.ts";
import type { OwnHolds } from "./use-own-holds.tsx";

type ListingDialogsProps = {
  products: readonly ListedProduct[];
  ownHolds: OwnHolds;
};

/** The booking and report dialogs. Guests are sent to /login and return to the open dialog. */
export function ListingDialogs({ products, ownHolds }: ListingDialogsProps) {
  const book = useDialogParam("book");
  const report = useDialogParam("report");
  const { status, user, role, roleError } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { bookingNeedsConfirmedEmail } = useShop();
  const isAsked = book.id !== null || report.id !== null;

  useEffect(() => {
    if (!isAsked || status !== "signed-out") return;
    // The session could not be read, so this may not be a guest. The dialog opens once it can be.
    if (roleError) toast.error(roleError.message);
    else void navigate(`/login?from=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [isAsked, status, roleError, navigate, pathname, search]);

  // Opening a car counts as a view, even for a guest who must sign in first.
  const opened = find(products, book.id)?._id;
  useEffect(() => {
    if (opened !== undefined) noteView(opened);
  }, [opened]);

  // Wait for the role and the user's holds, so the dialogs don't show wrong content first.
  const isReady = user !== null && (role !== null || roleError !== null) && ownHolds.isKnown;
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
      {isAsked && <WithoutScripts />}
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

function find(products: readonly ListedProduct[], id: string | null): ListedProduct | null {
  return products.find((product) => product._id === id) ?? null;
}

/** The enabled button on the car's card that opens this dialog, or null. */
function openerOf(dialog: DialogName, product: ListedProduct | null): HTMLElement | null {
  return (
    product &&
    document.querySelector<HTMLElement>(
      `[data-opens="${dialog}:${CSS.escape(product._id)}"] button:enabled`,
    )
  );
}

/** A button on a car's card that focus can return to. */
function cardButton(product: ListedProduct | null): HTMLElement | null {
  return openerOf("book", product) ?? openerOf("report", product);
}

/** Returns the value while `active`, then keeps the last one while the dialog fades out. */
function useLast<T>(value: T, active: boolean): T {
  const [last, setLast] = useState(value);
  if (active && last !== value) setLast(value);
  return active ? value : last;
}

function WithoutScripts() {
  const { phone } = useShop();
  return (
    <noscript>
      <p className="border-y border-brass py-4">{`To book or report a car, turn on JavaScript in your browser, or call ${phone}.`}</p>
    </noscript>
  );
}
