import { FrameworksCompared } from "#web/blog/frameworks-compared.tsx";
import { PrototypalInheritance } from "#web/blog/prototypal-inheritance.tsx";
import { StateManagement } from "#web/blog/state-management.tsx";
import { UnitTests } from "#web/blog/unit-tests.tsx";
import { pageMeta } from "#web/platform/page-meta.ts";
import type { Route } from "./+types/blog";

const contents = [
  { id: "state-management", title: "State in React" },
  { id: "react-angular-vue", title: "React, Angular or Vue" },
  { id: "unit-tests", title: "Unit tests" },
  { id: "prototypal-inheritance", title: "Prototypal inheritance" },
] as const;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Blog",
    description:
      "Four questions from the people who build the shop: state in React, React compared with Angular and Vue, unit tests, and prototypal inheritance.",
    path: "/blog",
  });
}

export default function Blog() {
  return (
    <div className="page-body">
      <h1 className="marketing-title max-w-[18ch]">Questions from under the hood</h1>
      <p className="mt-6 max-w-[56ch] text-lg text-muted">
        People ask us how we build this shop. Here are the four questions we hear most, with our
        answers.
      </p>
      <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Questions" className="lg:sticky lg:top-28 lg:self-start">
          <ul className="border-t border-line">
            {contents.map((entry) => (
              <li key={entry.id} className="border-b border-line">
                <a
                  href={`#${entry.id}`}
                  className="block py-3 text-muted transition-colors hover:text-ink"
                >
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-1 gap-20">
          <StateManagement />
          <FrameworksCompared />
          <UnitTests />
          <PrototypalInheritance />
        </div>
      </div>
    </div>
  );
}
