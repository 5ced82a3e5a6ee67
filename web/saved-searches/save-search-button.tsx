import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { toast } from "#web/platform/toast.ts";
import type { SaveSearch } from "./save-search.tsx";
import { SaveButton, type SaveSearchProps } from "./save-search-control.tsx";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";

/** Saves the search of this page. A visitor signs in first and comes back with the search saved. */
export function SaveSearchButton(props: SaveSearchProps) {
  const { status } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<{ Content: typeof SaveSearch } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isGuest = status === "signed-out";

  useEffect(() => {
    if (status !== "signed-in" || loaded || hasFailed) return;
    loadContent().then(
      ({ SaveSearch: Content }) => setLoaded({ Content }),
      () => setFailed(true),
    );
  }, [status, loaded, hasFailed]);

  async function press() {
    setFailed(false);
    try {
      if (!isGuest) return void (await loadContent());
      const { saveAfterSignIn } = await loadGuest();
      await navigate(saveAfterSignIn(props.search, location));
    } catch {
      toast.error(notLoadedText("The form"));
    }
  }

  if (loaded && !isGuest) return <loaded.Content {...props} />;
  return (
    <SaveButton
      disabled={!props.understood || (!isGuest && !hasFailed)}
      onPointerEnter={() => void loadGuest().catch(() => undefined)}
      onClick={() => void press()}
    />
  );
}

const loadContent = () => import("./save-search.tsx");
const loadGuest = () => import("./save-after-sign-in.ts");
