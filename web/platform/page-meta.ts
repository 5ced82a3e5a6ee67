import type { MetaDescriptor } from "react-router";
import type { RootData } from "./root-data.ts";

type PageFacts = {
  title: string;
  description: string;
  /** The page's canonical path, with a query only if it changes the content. */
  path: string;
  /** Path of an image of the page. */
  image?: string;
};
export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The shop's settings, from the matches of a route's `meta`; undefined if the root failed. */
export function shopIn(matches: Matches): RootData["shop"] | undefined {
  return (matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined)?.shop;
}

/**
 * Title, description, canonical URL and Open Graph tags of a public page. `matches` comes from the route's `meta`
 * argument.
 */
export function pageMeta(matches: Matches, page: PageFacts): MetaDescriptor[] {
  const shop = shopIn(matches);
  const name = shop?.name ?? "Marque";
  const base = shop?.publicUrl.replace(/\/$/, "") ?? "";
  const title = page.path === "/" ? `${name}: ${page.title}` : `${page.title} · ${name}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: `${base}${page.path}` },
    { property: "og:site_name", content: name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: `${base}${page.path}` },
    ...(page.image ? [{ property: "og:image", content: `${base}${page.image}` }] : []),
  ];
}

/** Head of a page that search engines should skip: title only. */
export function privatePageMeta(matches: Matches, title: string): MetaDescriptor[] {
  const shop = shopIn(matches);
  return [
    { title: `${title} · ${shop?.name ?? "Marque"}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Head of every 404 page: unknown paths, brands and cars. */
export function notFoundMeta(matches: Matches): MetaDescriptor[] {
  return privatePageMeta(matches, "Page not found");
}
