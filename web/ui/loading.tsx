/** Loading animation of a page or section. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-64 place-items-center">
      <div className="w-40">
        <span className="block h-px overflow-hidden bg-line">
          <span className="block h-full w-1/3 animate-travel bg-brass" />
        </span>
        <p className="mt-4 text-center text-sm text-muted">{label}</p>
      </div>
    </div>
  );
}
