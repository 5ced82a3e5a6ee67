/** How a photo is shown: its scale, and how far its middle is moved, in pixels. */
export type ZoomView = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const wholePhoto: ZoomView = { scale: 1, x: 0, y: 0 };

/** Of a double tap. */
export const closeUp = 2.5;
const mostScale = 5;

/** Scales around a point, which stays where it is; it is measured from the middle of the frame. */
export function zoomAt(view: ZoomView, point: Point, scale: number, frame: Size): ZoomView {
  const to = Math.max(1, Math.min(mostScale, scale));
  const factor = to / view.scale;
  return inFrame(
    {
      scale: to,
      x: point.x - (point.x - view.x) * factor,
      y: point.y - (point.y - view.y) * factor,
    },
    frame,
  );
}

export function moveBy(view: ZoomView, by: Point, frame: Size): ZoomView {
  return inFrame({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);
}

/** A scaled photo always fills its frame. */
function inFrame({ scale, x, y }: ZoomView, { width, height }: Size): ZoomView {
  const most = { x: ((scale - 1) * width) / 2, y: ((scale - 1) * height) / 2 };
  return {
    scale,
    x: Math.max(-most.x, Math.min(most.x, x)),
    y: Math.max(-most.y, Math.min(most.y, y)),
  };
}
