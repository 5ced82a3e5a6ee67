import type { ReactNode } from "react";

/** What visitors should know about a car's sale. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5 border-s-2 border-brass ps-4">
      <p className="font-medium">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}
