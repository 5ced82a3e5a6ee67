import { carSurface, type CarSurface } from "./car-surface.ts";
import { bump, smoothstep } from "./curves.ts";
import { saloon } from "./bodies/saloon.ts";
import { join, mirrored, tidy, type Mesh } from "./mesh.ts";
import { surfaceSkin, type SkinGrid } from "./surface-skin.ts";
import { unit, type Vec3 } from "./vector.ts";

/** From this height down, the cloth hangs straight. Meters. */
const hem = 0.58;

/** A car under a cloth, for bodies that we do not draw. Both halves, in meters. */
export function coveredCar(grid: SkinGrid): Mesh {
  const half = surfaceSkin(saloon, clothOver(carSurface(saloon)), grid);
  return tidy(join(half, mirrored(half)));
}

function clothOver(surface: CarSurface): CarSurface {
  const distance = ([x, y, z]: Vec3): number => {
    const under = surface.distance([x, y, Math.max(z, hem)]) - 0.045;
    const edge = 0.035 + 0.02 * Math.sin((x + Math.abs(y)) * 6);
    return Math.max(under - folds([x, y, z]), edge - z);
  };
  return {
    ...surface,
    distance,
    normal: ([x, y, z]) => {
      const e = 0.004;
      return unit([
        distance([x + e, y, z]) - distance([x - e, y, z]),
        distance([x, y + e, z]) - distance([x, y - e, z]),
        distance([x, y, z + e]) - distance([x, y, z - e]),
      ]);
    },
  };
}

/** Soft pleats that deepen toward the road, and a few pulls over the roof. Meters. */
function folds([x, y, z]: Vec3): number {
  const around = x * 5.1 + Math.abs(y) * 3.3;
  const hang = smoothstep(hem + 0.15, 0.05, z);
  const pleats = Math.sin(around * 1.7) + 0.6 * Math.sin(around * 3.9 + 1.3);
  const pull = Math.sin(x * 4.2 + Math.abs(y) * 5 + z * 3) * bump(z - 1.05, 0.28);
  return 0.026 * hang * pleats + 0.009 * pull;
}
