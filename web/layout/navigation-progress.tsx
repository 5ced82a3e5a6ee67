import { useNavigation } from "react-router";
import { LoadingBar } from "#web/ui/loading-bar.tsx";

/** A progress bar while the next page loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === "idle" ? null : <LoadingBar label="Loading the page" />;
}
