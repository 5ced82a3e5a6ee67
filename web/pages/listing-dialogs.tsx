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

/** The two dialogs of a page with cars. A guest is sent to /login and comes back to the open dialog. */
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
    // Not known to be a guest: the dialog opens once the session can be read.
    if (roleError) toast.error(roleError.message);
    else void navigate(`/login?from=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [isAsked, status, roleError, navigate, pathname, search]);

  // Selecting a car opens it, also for a guest, who is asked to sign in first.
  const opened = find(products, book.id)?._id;
  useEffect(() => {
    if (opened !== undefined) noteView(opened);
  }, [opened]);

  // The dialogs wait for the role and for one's own holds, so that nothing is shown first that does not hold.
  const isReady = user !== null && (role !== null || roleError !== null) && ownHolds.isKnown;
  const booked = useLast(find(products, book.id), isReady && book.id !== null);
  const ownHold = useLast(
    book.id === null ? null : ownHolds.of(book.id),
    isReady && book.id !== null,
  );
  const reported = useLast(find(products, report.id), isReady && report.id !== null);
  // What the buyer booked last, until they close it or ask for another car.
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

/** The button on the car's card that opens this dialog; null where there is none, or none that can be pressed. */
function openerOf(dialog: DialogName, product: ListedProduct | null): HTMLElement | null {
  return (
    product &&
    document.querySelector<HTMLElement>(
      `[data-opens="${dialog}:${CSS.escape(product._id)}"] button:enabled`,
    )
  );
}

/** A button on a car's card that the focus can go back to. */
function cardButton(product: ListedProduct | null): HTMLElement | null {
  return openerOf("book", product) ?? openerOf("report", product);
}

/** The value while `active`, and the last such one after: what a dialog shows while it fades. */
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
