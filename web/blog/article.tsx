import type { ReactNode } from "react";
import { TodaysDate } from "./todays-date.tsx";

/** One question and its answer. */
export function Article({
  id,
  question,
  children,
}: {
  id: string;
  question: string;
  children: ReactNode;
}) {
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="border-t border-brass pt-8">
      <h2 id={`${id}-title`} className="display max-w-[24ch] text-3xl md:text-4xl">
        {question}
      </h2>
      <TodaysDate />
      <div className="mt-6 grid max-w-[66ch] grid-cols-1 gap-5 text-[1.0625rem] leading-[1.7] [&_code]:font-mono [&_code]:text-[0.9em] [&_h3]:mt-3 [&_h3]:text-lg [&_h3]:font-semibold [&_pre]:overflow-x-auto [&_pre]:border-l [&_pre]:border-brass [&_pre]:bg-well [&_pre]:p-4 [&_pre]:text-sm [&_pre]:leading-relaxed [&_ul]:grid [&_ul]:grid-cols-1 [&_ul]:gap-2 [&_ul]:pl-5 [&_li]:list-disc [&_li]:marker:text-brass">
        {children}
      </div>
    </article>
  );
}

/** A code sample that can be scrolled by keyboard when it is wider than the page. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}
