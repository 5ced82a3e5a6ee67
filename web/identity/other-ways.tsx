import type { Elements } from "#web/ui/fields/elements.ts";

/** Ways to sign in other than by the form above. Invisible without a button, as this browser or the shop may offer none. */
export function OtherWays({ children }: { children: Elements }) {
  return (
    <div className="mt-8 hidden space-y-3 has-[button]:block">
      <p className="mb-6 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {children}
    </div>
  );
}
