import type { MetaDescriptor } from "react-router";
import type { RootData } from "./root-data.ts";

type PageFacts = {
  title: string;
  description: string;
  /** The page's canonical path, with a query only if it changes the content. */
  path: string;
  /** Path or URL of an image of the page. */
  image?: string | undefined;
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
  const name = shopIn(matches)?.name ?? "Marque";
  const url = absoluteUrl(matches, page.path);
  const title = page.path === "/" ? `${name}: ${page.title}` : `${page.title} · ${name}`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    ...(page.image ? imageTags(absoluteUrl(matches, page.image)) : []),
  ];
}

function imageTags(url: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: url },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** A path on the shop's configured origin. A URL stays as it is. */
export function absoluteUrl(matches: Matches, pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  return `${shopIn(matches)?.publicUrl ?? ""}${pathOrUrl}`;
}

/** Head of a page that search engines should skip: title only. */
export function privatePageMeta(matches: Matches, title: string): MetaDescriptor[] {
  return [
    { title: `${title} · ${shopIn(matches)?.name ?? "Marque"}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Head of every 404 page: unknown paths, brands and cars. */
export function notFoundMeta(matches: Matches): MetaDescriptor[] {
  return privatePageMeta(matches, "Page not found");
}
