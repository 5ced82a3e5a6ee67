import { expect, it } from "vitest";
import { moveBy, wholePhoto, zoomAt } from "./zoom-view.ts";

const frame = { width: 400, height: 300 };

it("keeps the point that was tapped where it is", () => {
  const view = zoomAt(wholePhoto, { x: 100, y: -60 }, 2, frame);
  expect(view).toEqual({ scale: 2, x: -100, y: 60 });
  // 100 px from the middle was the photo's own point at 100; at twice the size it is at 200, moved by -100.
  expect(100 * view.scale + view.x).toBe(100);
});

it("fills the frame at its edges, and is never smaller than the whole photo", () => {
  const view = zoomAt(wholePhoto, { x: 200, y: 150 }, 3, frame);
  expect(moveBy(view, { x: -900, y: 0 }, frame)).toEqual({ scale: 3, x: -400, y: -300 });
  expect(moveBy(view, { x: 900, y: 900 }, frame)).toEqual({ scale: 3, x: 400, y: 300 });
  expect(zoomAt(view, { x: 10, y: 10 }, 0.4, frame)).toEqual({
    scale: 1,
    x: expect.closeTo(0),
    y: expect.closeTo(0),
  });
});

it("scales at most five times", () => {
  expect(zoomAt(wholePhoto, { x: 0, y: 0 }, 40, frame).scale).toBe(5);
});
