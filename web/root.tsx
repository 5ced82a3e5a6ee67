import "#web/platform/loading/before-router.ts";
import { memo } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from "react-router";
import geist from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import fraunces from "./fonts/fraunces-380-latin.woff2?url";
import { ErrorPage } from "#web/layout/error-page.tsx";
import { FailedPageProvider } from "#web/layout/failed-page.tsx";
import { NavigationProgress } from "#web/layout/navigation-progress.tsx";
import { SlowNavigationGuard } from "#web/layout/slow-navigation-guard.tsx";
import { AppProviders } from "#web/layout/app-providers.tsx";
import { notFoundMeta, privatePageMeta } from "#web/platform/page-meta.ts";
import { pageServices } from "#web/pages/page-services.ts";
import { useRootData, type RootData } from "#web/platform/root-data.ts";
import { exactHeightsScript } from "#web/listings/details/exact-heights.ts";
import { earlyClickScript } from "#web/platform/loading/early-click.ts";
import { themeScript } from "#web/ui/theme-script.ts";
import type { Route } from "./+types/root";
import { PageArrival } from "#web/layout/page-arrival.tsx";
import "./app.css";
import type { Elements } from "#web/ui/fields/elements.ts";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "preload", href: geist, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: fraunces, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export function loader({ context }: Route.LoaderArgs): RootData {
  const { shop, hasSession, allowsCardProvider } = context.get(pageServices);
  return { shop, hasSession, allowsCardProvider };
}

/** Head of the error page; other pages set their own. */
export function meta({ matches, error }: Route.MetaArgs) {
  if (isRouteErrorResponse(error) && error.status === 404) return notFoundMeta(matches);
  return privatePageMeta(matches, "Something went wrong");
}

// Settings don't change during a visit, and the session hint only matters for the first page.
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: Elements }) {
  const makes = useRootData()?.shop.makes;
  return (
    <html lang="en" data-makes={makes?.join()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f5f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1c1e" media="(prefers-color-scheme: dark)" />
        <script
          dangerouslySetInnerHTML={{ __html: themeScript + exactHeightsScript + earlyClickScript }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Has nothing of the page itself, so it stays as it is from page to page. */
export default memo(
  function App() {
    return (
      <AppProviders>
        <FailedPageProvider>
          <NavigationProgress />
          <PageArrival />
          <SlowNavigationGuard />
          <Outlet />
        </FailedPageProvider>
      </AppProviders>
    );
  },
  () => true,
);

/** Shown when no layout could render: the error page without header. */
export function ErrorBoundary() {
  return (
    <AppProviders>
      <main id="content" className="measure">
        <ErrorPage />
      </main>
    </AppProviders>
  );
}
