import type { ReactNode } from "react";
import { FavoritesProvider } from "#web/favorites/favorites-provider.tsx";
import { MergeDeviceFavorites } from "#web/favorites/merge-device-favorites.tsx";
import { KnownPart } from "#web/platform/loading/known-part.tsx";
import { IconShapes } from "#web/ui/icon.tsx";
import { Footer } from "./footer.tsx";
import { currentLink, Header } from "./header.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

/** Shared frame of both layouts: header, content, footer. */
export function PageFrame({
  headerStart,
  children,
}: {
  headerStart?: Elements;
  children: ReactNode;
}) {
  const header = <Header start={headerStart} />;
  return (
    <FavoritesProvider>
      <div className="flex min-h-dvh flex-col">
        <IconShapes />
        {headerStart ? (
          header
        ) : (
          <KnownPart tag="header" stateAt={currentLink}>
            {header}
          </KnownPart>
        )}
        <MergeDeviceFavorites />
        <main
          id="content"
          tabIndex={-1}
          className={`flex-1 outline-none ${headerStart ? "flex flex-col" : ""}`}
        >
          {children}
        </main>
        <KnownPart tag="footer" stateAt={() => (headerStart ? "work" : "public")}>
          <Footer hasLinks={!headerStart} />
        </KnownPart>
      </div>
    </FavoritesProvider>
  );
}
