import { useEffect, useState, type ReactNode } from "react";
import { googleClient } from "./google-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { GoogleMark } from "./google-mark.tsx";

/** Starts the sign-in with Google. Renders nothing if the shop doesn't offer it. `from`: path to return to. */
export function GoogleButton({ from, hint }: { from: string | null; hint?: ReactNode }) {
  const { googleSignIn } = useShop();
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState(false);

  // Re-enable the button when the user comes back with the browser's Back button.
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener("pageshow", stay);
    return () => window.removeEventListener("pageshow", stay);
  }, []);

  if (!googleSignIn) return null;

  async function leave() {
    setLeaving(true);
    try {
      window.location.assign(await googleClient.start(from));
    } catch (error) {
      setLeaving(false);
      toast.error(errorMessage(error));
    }
  }

  return (
    <div>
      <Button
        look="secondary"
        className="w-full"
        disabled={!hydrated}
        busy={leaving}
        onClick={() => void leave()}
      >
        {!leaving && <GoogleMark />}
        <span>Continue with Google</span>
      </Button>
      {hint && <p className="mt-3 text-sm text-muted">{hint}</p>}
    </div>
  );
}
