import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { CarGridSkeleton } from "#web/listings/card/car-grid-skeleton.tsx";
import type { Route } from "./+types/favorites";
import { SavedNavigation } from "./search/saved-navigation.tsx";
import { AccountFavorites, DeviceFavorites } from "./favorite-lists.tsx";
import { RecentlyViewedCars } from "./recently-viewed-cars.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches, "Favorites");
}

/** The saved cars of the account, or of this browser until sign-in. */
export default function Favorites() {
  return (
    <div className="page-body">
      <SavedNavigation />
      <h1 id="favorites" tabIndex={-1} className="page-title outline-none">
        Favorites
      </h1>
      <div className="mt-8">
        <List />
      </div>
      <RecentlyViewedCars />
    </div>
  );
}

function List() {
  const isHydrated = useHydrated();
  const { status } = useSession();
  if (isHydrated && status === "signed-in") return <AccountFavorites />;
  if (isHydrated && status === "signed-out") return <DeviceFavorites />;
  return (
    <>
      <p className="hidden text-muted [@media(scripting:none)]:block">
        Saved cars need JavaScript. You can search and compare cars without it.
      </p>
      <div className="[@media(scripting:none)]:hidden">
        <p role="status" className="sr-only">
          Loading your cars
        </p>
        <CarGridSkeleton count={3} />
      </div>
    </>
  );
}
