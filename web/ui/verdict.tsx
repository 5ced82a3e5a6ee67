import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** What a page of many facts comes to, in a line on top of it. */
export function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <p
      role="status"
      className="mb-8 flex items-center gap-3 border-y border-line py-4 text-lg font-medium"
    >
      <Icon
        aria-hidden="true"
        size={22}
        strokeWidth={1.5}
        className={`shrink-0 ${isGood ? "text-success" : "text-danger"}`}
      />
      <span>{children}</span>
    </p>
  );
}
