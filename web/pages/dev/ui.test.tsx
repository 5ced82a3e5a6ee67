import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import Ui from "./ui.tsx";

/** Parts of components that are shown, and what a page shows as itself. */
const notShown = [
  "fields/field.tsx",
  "fields/kept-fields.tsx",
  "icon.tsx",
  "page-section.tsx",
  "query-content.tsx",
  "section-links.tsx",
  "unsaved-changes.tsx",
  "visually-hidden.tsx",
];

test("the page of components renders, and has every component of web/ui", () => {
  const router = createMemoryRouter([{ path: "/", element: <Ui /> }]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  for (const title of ["Buttons", "Fields", "Tables", "Cards and prices"])
    expect(html).toContain(`>${title}</h2>`);
  const code = readdirSync("web/pages/dev")
    .filter((file) => !file.includes(".test."))
    .map((file) => readFileSync(join("web/pages/dev", file), "utf8"))
    .join("\n");
  const components = ["", "fields/"].flatMap((folder) =>
    readdirSync(join("web/ui", folder))
      .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
      .map((file) => `${folder}${file}`),
  );
  const missing = components.filter((file) => !code.includes(`"#web/ui/${file}"`));
  expect(missing.toSorted()).toEqual(notShown);
});
