import { isolate } from "#shared/text/isolate.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { useFavorites } from "./use-favorites.ts";

type SaveButtonProps = {
  productId: string;
  name: string;
  /** As a small button on a card's picture. */
  isOnPicture?: boolean;
};

/** Saves a car to the favorites, or takes it off the list. */
export function SaveButton({ productId, name, isOnPicture = false }: SaveButtonProps) {
  const { ids, set } = useFavorites();
  const isSaved = ids.includes(productId);
  const heart = <Icon name="heart" size={18} className={isSaved ? "fill-brass text-brass" : ""} />;
  const toggle = () => set(productId, !isSaved);
  if (isOnPicture)
    return (
      <PictureButton label={`Save ${isolate(name)}`} isPressed={isSaved} onClick={toggle}>
        {heart}
      </PictureButton>
    );
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={toggle}
      className={buttonClass("quiet", "small")}
    >
      {heart}
      <span>{isSaved ? "Saved" : "Save"}</span>
    </button>
  );
}
