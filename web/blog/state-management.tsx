import { Article, Code } from "./article.tsx";

export function StateManagement() {
  return (
    <Article
      id="state-management"
      question="What are the ways to manage state in a React application?"
    >
      <p>
        State is whatever can change while the page is open: the text in a field, the tab that is
        showing, the list of cars that came from a server. The useful question is not which library
        to use but <em>who owns this value</em>. Most trouble with state comes from keeping the same
        fact in two places and then trying to hold the copies together.
      </p>
      <h3>Local state</h3>
      <p>
        A value that one component needs belongs to that component. <code>useState</code> is enough
        for a value or two; <code>useReducer</code> helps when several values change together,
        because every change then has a name and the rules stand in one function that can be tested
        without drawing anything. When a sibling needs the value, lift it to the nearest common
        parent and pass it down.
      </p>
      <h3>Shared state</h3>
      <p>
        <code>Context</code> hands a value to a whole branch without threading it through every
        level. It suits things that seldom change, such as the theme or the signed-in user. Every
        reader renders again when the value changes, so for values that change often and are read
        selectively a store is better: Redux Toolkit when you want a log of named actions and strict
        conventions, Zustand or Jotai when you want less ceremony. React reads such stores through{" "}
        <code>useSyncExternalStore</code>.
      </p>
      <Code label="Example: a reducer">{`function cart(state, action) {
  switch (action.type) {
    case "added":
      return [...state, action.car];
    case "removed":
      return state.filter((car) => car.id !== action.id);
  }
}`}</Code>
      <h3>Server state</h3>
      <p>
        A list from an API is not yours; you hold a copy that goes stale. It needs caching, retries,
        refetching and a way to show that it is old. TanStack Query, SWR or your router's loaders do
        that work, and once they do, the global store that remains is usually small.
      </p>
      <h3>The address</h3>
      <p>
        Filters, the page of a list, an open dialog: whatever a visitor would expect to keep on
        reload, share or leave with the back button belongs in the URL. It is the oldest store in
        the browser, and it is still the one most often forgotten.
      </p>
    </Article>
  );
}
