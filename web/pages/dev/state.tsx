import type { ReactNode } from "react";

/** A group of components of `/dev/ui`. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-8 pb-12">
      <h2 className="display mb-6 text-3xl">{title}</h2>
      <div className="grid items-start gap-8 md:grid-cols-2 xl:grid-cols-3">{children}</div>
    </section>
  );
}

/** A component in one state, with the state's name. */
export function State({
  name,
  isWide = false,
  children,
}: {
  name: string;
  /** As wide as the page. */
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isWide ? "md:col-span-full" : ""}>
      <p className="mb-2 text-xs tracking-caps text-muted uppercase">{name}</p>
      <div>{children}</div>
    </div>
  );
}
