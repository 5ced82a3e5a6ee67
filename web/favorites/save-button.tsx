import { Heart } from "lucide-react";
import { toast } from "#web/platform/toast.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { setFavorite, useFavorites } from "./favorites.ts";

/** Saves a car in this browser, or takes it off the list. */
export function SaveButton({ productId }: { productId: string }) {
  const isSaved = useFavorites().includes(productId);

  function toggle() {
    if (!setFavorite(productId, !isSaved))
      toast.error("Your browser does not allow this page to save cars.");
  }

  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={toggle}
      className={buttonClass("quiet", "small")}
    >
      <Heart
        aria-hidden="true"
        size={18}
        strokeWidth={1.5}
        className={isSaved ? "fill-brass text-brass" : ""}
      />
      {isSaved ? "Saved" : "Save"}
    </button>
  );
}
