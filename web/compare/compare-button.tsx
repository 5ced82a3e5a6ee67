import { isolate } from "#shared/text/isolate.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { chooseCar, useChosenCars, type ChosenCar } from "./chosen-cars.ts";

/** Adds a car to the comparison, or takes it out. */
export function CompareButton({
  car,
  isOnPicture = false,
}: {
  car: ChosenCar;
  /** As a small button on a card's picture. */
  isOnPicture?: boolean;
}) {
  const isChosen = useChosenCars().some(({ id }) => id === car.id);
  const scale = (
    <Icon name="scale" size={18} className={isChosen ? "stroke-[2.25] text-brass-ink" : ""} />
  );
  const toggle = () => chooseCar(car, !isChosen);
  if (isOnPicture)
    return (
      <PictureButton label={`Compare ${isolate(car.name)}`} isPressed={isChosen} onClick={toggle}>
        {scale}
      </PictureButton>
    );
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={toggle}
      className={buttonClass("quiet", "small")}
    >
      {scale}
      <span>{isChosen ? "Comparing" : "Compare"}</span>
    </button>
  );
}
