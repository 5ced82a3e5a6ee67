import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { noteView } from "#web/listings/note-view.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useDialogParam } from "#web/listings/use-dialog-param.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import type { SignedInDialogs } from "./signed-in-dialogs.tsx";
import type { OwnHolds } from "./use-own-holds.tsx";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";

type ListingDialogsProps = {
  products: readonly CardListing[];
  ownHolds: OwnHolds;
};

/** The booking and report dialogs. Guests are sent to /login and return to the open dialog. */
export function ListingDialogs({ products, ownHolds }: ListingDialogsProps) {
  const book = useDialogParam("book");
  const report = useDialogParam("report");
  const { status, user, role, roleError } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAsked = book.id !== null || report.id !== null;
  const Dialogs = useSignedInDialogs(user !== null, isAsked);

  useEffect(() => {
    if (!isAsked || status !== "signed-out") return;
    // The session could not be read, so this may not be a guest. The dialog opens once it can be.
    if (roleError) toast.error(roleError.message);
    else void navigate(`/login?from=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [isAsked, status, roleError, navigate, pathname, search]);

  // Opening a car counts as a view, even for a guest who must sign in first.
  const opened = products.find((product) => product._id === book.id)?._id;
  useEffect(() => {
    if (opened !== undefined) noteView(opened);
  }, [opened]);

  return (
    <>
      {isAsked && <WithoutScripts />}
      {Dialogs && user && (
        <Dialogs
          book={book}
          report={report}
          products={products}
          ownHolds={ownHolds}
          user={user}
          role={role}
          roleError={roleError}
        />
      )}
    </>
  );
}

/**
 * The dialogs' code, which guests never need. It is loaded as soon as the user is known, so that the dialogs also open
 * without a connection, and again when a dialog is asked for after that failed.
 */
function useSignedInDialogs(isSignedIn: boolean, isAsked: boolean): typeof SignedInDialogs | null {
  const [loaded, setLoaded] = useState<{ Dialogs: typeof SignedInDialogs } | null>(null);
  useEffect(() => {
    if (!isSignedIn || loaded) return;
    let isCurrent = true;
    import("./signed-in-dialogs.tsx").then(
      (part) => isCurrent && setLoaded({ Dialogs: part.SignedInDialogs }),
      () => {
        if (isCurrent && isAsked) toast.error(notLoadedText());
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isSignedIn, isAsked, loaded]);
  return loaded?.Dialogs ?? null;
}

function WithoutScripts() {
  const { phone } = useShop();
  return (
    <noscript>
      <p className="border-y border-brass py-4">{`To book or report a car, turn on JavaScript in your browser, or call ${phone}.`}</p>
    </noscript>
  );
}
