import { useNavigation } from "react-router";

/** A brass stroke along the top while the next page is on its way. Waits a moment, so that quick ones show nothing. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden opacity-0 transition-opacity delay-100 duration-150 [opacity:1] starting:opacity-0"
    >
      <span className="block h-full w-1/3 animate-travel bg-brass" />
    </div>
  );
}
