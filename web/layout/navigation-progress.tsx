import { useNavigation } from "react-router";
import { LoadingBar } from "#web/ui/loading-bar.tsx";
import { useFailedPage } from "./failed-page.tsx";

/** A progress bar while the next page loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  const failure = useFailedPage();
  return state === "idle" || failure ? null : <LoadingBar label="Loading the page" />;
}
