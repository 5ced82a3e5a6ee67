import {
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import {
  closeUp,
  moveBy,
  wholePhoto,
  zoomAt,
  type Point,
  type Size,
  type ZoomView,
} from "./zoom-view.ts";

/** Milliseconds and pixels between the two taps of a double tap. */
const doubleTap = { within: 300, distance: 24 };

/** The width of each side, in pixels, on which a tap shows the next photo. The step buttons are there. */
export const tapWidth = 64;

/**
 * Zooms the current photo within `area`: two fingers, a double tap, a double click, or `toggle`. A zoomed photo follows
 * one finger or the mouse. Another photo starts whole.
 */
export function useZoom(area: RefObject<HTMLElement | null>, current: number) {
  const [isZoomed, setZoomed] = useState(false);
  const view = useRef<ZoomView>(wholePhoto);

  useEffect(() => {
    view.current = wholePhoto;
    setZoomed(false);
    const image = imageAt(area, current);
    return () => {
      if (image) image.style.transform = "";
    };
  }, [area, current]);

  function draw(to: ZoomView, isSmooth = false) {
    const image = imageAt(area, current);
    if (!image) return;
    view.current = to;
    image.style.transition = isSmooth ? "transform 150ms" : "";
    image.style.transform = `translate(${to.x}px, ${to.y}px) scale(${to.scale})`;
    setZoomed(to.scale > 1);
  }

  function toggle(point: Point = { x: 0, y: 0 }) {
    const frame = frameOf(area);
    if (!frame) return;
    const scale = view.current.scale > 1 ? 1 : closeUp;
    draw(zoomAt(view.current, point, scale, frame), true);
  }

  const gestures = useRef({ draw, toggle });
  useEffect(() => {
    gestures.current = { draw, toggle };
  });
  useEffect(() => followFingers(area, view, gestures), [area]);

  return {
    isZoomed,
    toggle: () => toggle(),
    /** For the mouse, on the area. */
    mouse: {
      onDoubleClick(event: MouseEvent) {
        if (!isOnButton(event.target)) toggle(fromMiddle(area, event));
      },
      // The browser would drag the picture's file instead.
      onDragStart: (event: DragEvent) => event.preventDefault(),
      onPointerMove({ pointerType, buttons, movementX, movementY }: PointerEvent) {
        const frame = frameOf(area);
        if (pointerType !== "mouse" || buttons !== 1 || view.current.scale === 1 || !frame) return;
        draw(moveBy(view.current, { x: movementX, y: movementY }, frame));
      },
    },
  };
}

type Gestures = RefObject<{
  draw: (to: ZoomView) => void;
  toggle: (point: Point) => void;
}>;

/** Not React's listeners, which cannot keep the browser from scrolling. */
function followFingers(
  area: RefObject<HTMLElement | null>,
  view: RefObject<ZoomView>,
  gestures: Gestures,
): (() => void) | undefined {
  const element = area.current;
  if (!element) return;
  let last: { middle: Point; distance: number } | null = null;
  let tap: { at: number; point: Point } | null = null;
  let hasMoved = false;

  function start({ touches }: TouchEvent) {
    last = gripOf(area, touches);
    hasMoved = touches.length > 1;
  }

  function move(event: TouchEvent) {
    const grip = gripOf(area, event.touches);
    const frame = frameOf(area);
    if (!grip || !last || !frame) return;
    hasMoved = true;
    const isPinch = event.touches.length > 1;
    if (!isPinch && view.current.scale === 1) return;
    event.preventDefault();
    const by = { x: grip.middle.x - last.middle.x, y: grip.middle.y - last.middle.y };
    const moved = moveBy(view.current, by, frame);
    const scale = isPinch ? (moved.scale * grip.distance) / last.distance : moved.scale;
    gestures.current.draw(zoomAt(moved, grip.middle, scale, frame));
    last = grip;
  }

  function end(event: TouchEvent) {
    last = gripOf(area, event.touches);
    const [finger] = event.changedTouches;
    if (!finger || event.touches.length > 0) return;
    const point = fromMiddle(area, finger);
    const isTap = !hasMoved && !isAtSide(area, finger) && !isOnButton(event.target);
    const isSecond =
      isTap &&
      tap !== null &&
      event.timeStamp - tap.at < doubleTap.within &&
      Math.hypot(point.x - tap.point.x, point.y - tap.point.y) < doubleTap.distance;
    tap = isTap && !isSecond ? { at: event.timeStamp, point } : null;
    if (!isSecond) return;
    // Otherwise the browser would also send a double click.
    event.preventDefault();
    gestures.current.toggle(point);
  }

  const listeners = new AbortController();
  const options = { signal: listeners.signal, passive: false };
  element.addEventListener("touchstart", start, options);
  element.addEventListener("touchmove", move, options);
  element.addEventListener("touchend", end, options);
  return () => listeners.abort();
}

/** The middle between the fingers, and how far apart they are. */
function gripOf(area: RefObject<HTMLElement | null>, touches: TouchList) {
  const [one, other = one] = touches;
  if (!one || !other) return null;
  const middle = {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
  };
  const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  return { middle: fromMiddle(area, middle), distance: Math.max(1, distance) };
}

function frameOf(area: RefObject<HTMLElement | null>): Size | undefined {
  return area.current?.getBoundingClientRect();
}

function fromMiddle(
  area: RefObject<HTMLElement | null>,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = area.current!.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function isAtSide(area: RefObject<HTMLElement | null>, { clientX }: { clientX: number }): boolean {
  const { left, right } = area.current!.getBoundingClientRect();
  return clientX - left < tapWidth || right - clientX < tapWidth;
}

const isOnButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest("button") !== null;

function imageAt(area: RefObject<HTMLElement | null>, slide: number): HTMLImageElement | null {
  return area.current?.querySelectorAll("li")[slide]?.querySelector("img") ?? null;
}
