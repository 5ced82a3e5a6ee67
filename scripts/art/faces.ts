import type { CarShape, Face, Grille } from "./car-shape.ts";
import { points } from "./drawing.ts";
import type { Vec2 } from "./vector.ts";

/** Fronts in the spirit of three schools of design. None has a badge or copies a real model. */
export const FACES = ["twin", "slot", "frame"] as const;
export type FaceName = (typeof FACES)[number];

/**
 * Drawn for the saloon, in the front view (y, z) of the left half. Lamps are drawn on a plane turned to the side
 * (`cutHeadlamps`).
 */
const DRAWN: Record<FaceName, Face> = {
  // Two upright openings with a painted bridge between them, and double lamps that reach toward them.
  twin: {
    lamp: {
      outline: points(
        [0.43, 0.5, 0.74, 1.02, 1.05, 0.93, 0.7, 0.48],
        [0.628, 0.682, 0.712, 0.742, 0.715, 0.645, 0.6, 0.592],
      ),
      light: points(
        [0.52, 0.56, 0.8, 1.0, 1.0, 0.8, 0.585, 0.545],
        [0.6, 0.672, 0.703, 0.731, 0.7195, 0.689, 0.655, 0.6],
      ),
      eyes: points([0.66, 0.79], [0.632, 0.652]),
    },
    grilles: [
      grille(
        points([0.03, 0.3, 0.385, 0.37, 0.27, 0.05], [0.662, 0.672, 0.625, 0.52, 0.445, 0.45]),
        { pitch: 0.03, bars: "upright", rim: "chrome", radius: 0.018 },
      ),
      grille(points([-0.1, 0.5, 0.57, 0.5, -0.1], [0.375, 0.375, 0.325, 0.275, 0.27]), {
        pitch: 0.034,
      }),
      grille(points([0.66, 0.755, 0.79, 0.7], [0.5, 0.52, 0.33, 0.325]), { pitch: 0.05 }),
    ],
  },
  // One wide opening, broader at its foot, with two broad slats, and lamps like drops.
  slot: {
    lamp: {
      outline: points(
        [0.5, 0.56, 0.78, 1.0, 1.06, 1.0, 0.82, 0.6],
        [0.655, 0.695, 0.725, 0.745, 0.72, 0.65, 0.608, 0.612],
      ),
      light: points(
        [0.53, 0.6, 0.8, 0.99, 1.03, 0.99, 0.8, 0.61],
        [0.662, 0.688, 0.715, 0.733, 0.72, 0.715, 0.7, 0.674],
      ),
      eyes: points([0.73, 0.85], [0.648, 0.66]),
    },
    grilles: [
      grille(points([-0.1, 0.4, 0.475, 0.45, -0.1], [0.652, 0.645, 0.5, 0.455, 0.45]), {
        pitch: 0.072,
        rim: "chrome",
        radius: 0.024,
      }),
      grille(points([-0.1, 0.42, 0.5, -0.1], [0.35, 0.35, 0.275, 0.27]), { pitch: 0.03 }),
      grille(points([0.56, 0.78, 0.8, 0.6], [0.4, 0.45, 0.33, 0.3]), { pitch: 0.04 }),
    ],
  },
  // One tall six-sided frame down to the bumper, and lamps like blades.
  frame: {
    lamp: {
      outline: points(
        [0.46, 0.62, 0.82, 1.03, 1.05, 0.92, 0.68, 0.56],
        [0.668, 0.692, 0.716, 0.738, 0.712, 0.662, 0.64, 0.622],
      ),
      light: points(
        [0.49, 0.62, 0.82, 1.01, 1.02, 0.82, 0.63, 0.52],
        [0.668, 0.684, 0.707, 0.728, 0.716, 0.694, 0.67, 0.656],
      ),
      eyes: points([0.74, 0.82, 0.9], [0.664, 0.676, 0.689]),
    },
    grilles: [
      grille(
        points([-0.1, 0.31, 0.415, 0.43, 0.33, -0.1], [0.672, 0.674, 0.61, 0.47, 0.3, 0.285]),
        { pitch: 0.024, radius: 0.016 },
      ),
      grille(points([0.5, 0.76, 0.79, 0.57], [0.43, 0.5, 0.35, 0.31]), { pitch: 0.032 }),
    ],
  },
};

/** The face on a body: moved to the height of its nose and stretched to its size. */
export function faceOf(shape: CarShape, name: FaceName): Face {
  const { z, width, height } = shape.front;
  const fit = (drawn: readonly Vec2[]): Vec2[] =>
    drawn.map(([y, up]) => [y < 0 ? y : y * width, z + (up - drawnMiddle) * height]);
  const { lamp, grilles } = DRAWN[name];
  return {
    // Lamps keep their height: a taller nose has more sheet metal below them.
    lamp: {
      outline: lampFit(lamp.outline, shape),
      light: lampFit(lamp.light, shape),
      eyes: lampFit(lamp.eyes, shape),
    },
    grilles: grilles.map((drawn) => ({ ...drawn, outline: fit(drawn.outline) })),
  };
}

/** Height of the middle of the saloon's face, meters. */
const drawnMiddle = 0.5;
/** Height of the top of the saloon's lamps, meters. */
const drawnBrow = 0.745;

function lampFit(drawn: readonly Vec2[], { front }: CarShape): Vec2[] {
  const brow = front.z + (drawnBrow - drawnMiddle) * front.height;
  return drawn.map(([u, up]) => [u * front.width, brow + (up - drawnBrow) * front.lamp]);
}

function grille(outline: Vec2[], given: Partial<Grille>): Grille {
  return { outline, pitch: 0.034, bars: "level", rim: "glossblack", radius: 0.014, ...given };
}
