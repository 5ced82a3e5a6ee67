import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { SaveSearchAnswer } from "#shared/saved-searches/saved-search-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { toast } from "#web/platform/toast.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { takeSaveAfterSignIn } from "./save-after-sign-in.ts";
import { SaveButton, type SaveSearchProps } from "./save-search-control.tsx";
import type { SaveSearchDialog } from "./save-search-dialog.tsx";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";

const loadQueries = () => import("./saved-search-queries.ts");

/** Saves the search of this page, at once for a user who has signed in to save it. */
export function SaveSearch({ search, understood }: SaveSearchProps) {
  const { status, user, role, roleError } = useSession();
  const mayEmail = user?.emailVerified !== false;
  const isSignedIn = status === "signed-in" && role !== null;
  const isChecking = status === "loading" || (status === "signed-in" && !isSignedIn && !roleError);
  const [saved, setSaved] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ Content: typeof SaveSearchDialog } | null>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isSignedIn || !takeSaveAfterSignIn(search)) return;
    loadQueries()
      .then(({ saveSearch }) => saveSearch(search))
      .then(
        (answer) => {
          announce(answer, mayEmail);
          setSaved(search);
        },
        (error: Error) => toast.error(`Your search was not saved. ${error.message}`),
      );
  }, [isSignedIn, mayEmail, search]);

  async function press() {
    try {
      const Content = await loadDialog();
      setDialog({ Content });
      setOpen(true);
    } catch {
      toast.error(notLoadedText("The form"));
    }
  }

  if (saved === search)
    return (
      <Link to="/saved-searches" className={buttonClass("quiet", "small")}>
        <Bell aria-hidden="true" size={16} className="fill-brass text-brass" />
        <span className="max-sm:sr-only">Search saved</span>
      </Link>
    );
  return (
    <>
      <SaveButton
        disabled={!understood || isChecking}
        onPointerEnter={() => void (isSignedIn && loadDialog().catch(() => undefined))}
        onClick={() => void press()}
      />
      {dialog && understood && (
        <dialog.Content
          isOpen={isOpen}
          search={search}
          understood={understood}
          onClose={() => setOpen(false)}
          onSaved={(answer) => {
            announce(answer, mayEmail);
            setOpen(false);
            setSaved(search);
          }}
        />
      )}
    </>
  );
}

async function loadDialog() {
  return (await import("./save-search-dialog.tsx")).SaveSearchDialog;
}

function announce({ acknowledged, message, name }: SaveSearchAnswer, mayEmail: boolean): void {
  const emails = mayEmail
    ? "We email you when a new car matches."
    : "Once your email address is confirmed, we email you when a new car matches.";
  if (acknowledged) toast.success(`Saved as “${isolate(name ?? "")}”. ${emails}`);
  else toast.error(message ?? "Your search was not saved. Please try again.");
}
