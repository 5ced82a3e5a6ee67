import type { ServerBuild } from "react-router";
import { unmatched } from "#server/platform/http/observe-requests.ts";

/**
 * Finds the template of a page's path, such as /cars/:car. The data that a page loads in the browser ends with .data.
 * React Router's `matchRoutes` would rank all routes again for each page, which takes a twelfth of rendering it.
 */
export function pageRouteNames(
  build: () => Promise<ServerBuild>,
): (pathname: string) => Promise<string> {
  let templates: Templates | null = null;
  return async (pathname) => {
    templates ??= templatesOf((await build()).routes);
    const [, page = pathname, data = ""] = /^(.*)(\.data)$/.exec(pathname) ?? [];
    const path =
      page === "/_root" ? "/" : page.replace(/(?<=[^/])\/+$|(?<=^\/)\/+$/, "").toLowerCase();
    if (templates.fixed.has(path)) return `${path}${data}`;
    const template = templates.withParameters.find(({ pattern }) => pattern.test(path));
    return template ? `${template.template}${data}` : unmatched;
  };
}

type Templates = {
  fixed: ReadonlySet<string>;
  withParameters: { template: string; pattern: RegExp }[];
};

function templatesOf(routes: ServerBuild["routes"]): Templates {
  const all = Object.values(routes)
    .filter((route) => route?.index === true || route?.path !== undefined)
    .map((route) => templateOf(routes, route!.id))
    .filter((template) => !template.includes("*"));
  const fixed = new Set(all.filter((template) => !template.includes(":")));
  const withParameters = all
    .filter((template) => template.includes(":"))
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}$`),
    }));
  return { fixed, withParameters };
}

function templateOf(routes: ServerBuild["routes"], id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ""])
    if (route.path) parts.unshift(route.path);
  return `/${parts.join("/")}`;
}
