import type { ReactNode } from "react";
import { FavoritesProvider } from "#web/favorites/favorites-provider.tsx";
import { MergeDeviceFavorites } from "#web/favorites/merge-device-favorites.tsx";
import { IconShapes } from "#web/ui/icon.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** Shared frame of both layouts: header, content, footer. */
export function PageFrame({
  headerStart,
  children,
}: {
  headerStart?: ReactNode;
  children: ReactNode;
}) {
  return (
    <FavoritesProvider>
      <div className="flex min-h-dvh flex-col">
        <IconShapes />
        <Header start={headerStart} />
        <MergeDeviceFavorites />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer />
      </div>
    </FavoritesProvider>
  );
}
