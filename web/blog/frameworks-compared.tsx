import { Article } from "./article.tsx";

export function FrameworksCompared() {
  return (
    <Article id="react-angular-vue" question="React, Angular or Vue: what are the differences?">
      <p>
        All three build interfaces out of components, draw on the server as well as in the browser,
        are written in TypeScript by most teams, and are fast enough for almost anything. They
        differ in how much they decide for you and in how they find out that something has changed.
      </p>
      <h3>React</h3>
      <p>
        React is a library for describing an interface as a function of its state. When state
        changes, the component function runs again, and React compares the new description with the
        old one and touches the page only where they differ. Components are plain JavaScript with
        JSX, so anything the language can do is at hand. Routing, data loading and forms are your
        choice, usually made by a framework such as React Router or Next.js. The React Compiler now
        does much of the memoising that people used to write by hand.
      </p>
      <h3>Angular</h3>
      <p>
        Angular is a complete framework: router, forms, HTTP client, dependency injection and a
        command line that moves a project from version to version. Templates are HTML with their own
        syntax for binding and control flow, and current versions track change with signals, which
        no longer need Zone.js. It asks for more learning at first and returns it in large teams,
        where every project looks like the last one.
      </p>
      <h3>Vue</h3>
      <p>
        Vue sits between the two. A single-file component keeps template, script and style together,
        and the reactivity system records what each part of the page has read, so only that part is
        updated and little needs tuning. The router and the Pinia store are official but optional,
        and it can also be dropped into a page that the server has already rendered.
      </p>
      <h3>How to choose</h3>
      <ul>
        <li>
          Choose React for its ecosystem, for hiring, and where the same skills should reach native
          apps.
        </li>
        <li>Choose Angular where many teams share one way of working for many years.</li>
        <li>Choose Vue for a gentle start and good defaults with little configuration.</li>
      </ul>
      <p>
        What your team already knows outweighs every benchmark. Users notice the size of your pages
        and the care in your forms; nobody has ever noticed a framework.
      </p>
    </Article>
  );
}
