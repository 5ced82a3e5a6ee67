/** A bar at the top while something loads. It fades in after a moment, so quick loads show nothing. */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden transition-opacity delay-100 duration-150 starting:opacity-0"
    >
      <span className="block h-full w-1/3 animate-travel bg-brass" />
    </div>
  );
}
