import { useLocation } from "react-router";
import { useLateModule } from "#web/platform/loading/use-late-module.ts";
import { useChosenCars } from "./chosen-cars.ts";

const loadBar = () => import("./chosen-bar.tsx");

/** The cars chosen for the comparison, at the bottom of every public page but the comparison itself. */
export function CompareBar() {
  const cars = useChosenCars();
  const { pathname } = useLocation();
  const isShown = cars.length > 0 && pathname !== "/compare";
  const { module } = useLateModule(isShown, loadBar);
  return isShown && module && <module.ChosenBar cars={cars} />;
}
