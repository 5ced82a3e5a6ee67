import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { useFavorites } from "./use-favorites.ts";

/** Link to the favorites with their number. */
export function FavoritesLink() {
  const { ids } = useFavorites();
  const count = ids.length;
  return (
    <Link
      prefetch="intent"
      to="/favorites"
      aria-label={count > 0 ? `Favorites, ${count} saved` : "Favorites"}
      title="Favorites"
      className="relative grid size-11 shrink-0 place-items-center md:mr-3 rounded-soft text-ink transition-colors hover:text-action-ink"
    >
      <Icon name="heart" size={20} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-action px-1 text-center text-xs leading-4.5 font-medium text-on-action tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
