import { ChevronLeft, ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { isolate } from "#shared/text/isolate.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { GalleryPhoto } from "./gallery-photo.ts";
import type { useSlides } from "./use-slides.ts";
import { tapWidth } from "./use-zoom.ts";

type PhotoStripProps = {
  name: string;
  photos: readonly GalleryPhoto[];
  isIllustration: boolean;
  slides: ReturnType<typeof useSlides>;
  sizes: string;
  /** Shows whole photos over the full screen. */
  isFullScreen?: boolean;
  /** Whether the current photo is zoomed, and so needs a larger file. */
  isZoomed?: boolean;
  /** Called when a photo is clicked. */
  onOpen?: () => void;
};

/** As wide as a photo gets by a double tap (`closeUp` in zoom-view.ts). */
const zoomedSizes = "250vw";

/** One photo at a time: swipe, arrow keys, or buttons. Without JavaScript it scrolls. */
export function PhotoStrip({
  name,
  photos,
  isIllustration,
  slides: { strip, current, show, onScroll, onKeyDown },
  sizes,
  isFullScreen = false,
  isZoomed = false,
  onOpen,
}: PhotoStripProps) {
  // A finger that starts on a button could not swipe, so on touch screens taps go through the buttons to the photos.
  function onClick({ clientX, currentTarget }: MouseEvent<HTMLElement>) {
    const { left, right } = currentTarget.getBoundingClientRect();
    const isTouch = matchMedia("(pointer: coarse)").matches;
    if (isTouch && clientX - left < tapWidth) show(current - 1);
    else if (isTouch && right - clientX < tapWidth) show(current + 1);
    else onOpen?.();
  }
  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={`Photos of ${isolate(name)}`}
      className={`relative ${isFullScreen ? "h-full" : ""}`}
    >
      <ul
        ref={strip}
        // Scrollable areas must be reachable by keyboard.
        tabIndex={0}
        aria-label={`Photo ${current + 1} of ${photos.length}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className={`flex ${onOpen ? "cursor-zoom-in" : ""} snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] ${isFullScreen ? "h-full" : ""}`}
      >
        {photos.map(({ image, alt, isWhole }, at) => (
          <li
            key={image}
            className={`w-full shrink-0 snap-center snap-always ${isWhole && !isFullScreen ? "whole-photo" : ""}`}
          >
            <CarPicture
              src={image}
              alt={alt || (photos.length > 1 ? `${isolate(name)}, photo ${at + 1}` : name)}
              isIllustration={isIllustration}
              sizes={isZoomed && at === current ? zoomedSizes : sizes}
              eager={at === 0}
              isWhole={isFullScreen}
              className={isFullScreen ? "h-full bg-transparent!" : ""}
            />
          </li>
        ))}
      </ul>
      {photos.length > 1 && (
        <>
          <Step label="Previous photo" isEnd={current === 0} onClick={() => show(current - 1)}>
            <ChevronLeft aria-hidden="true" size={24} strokeWidth={1.5} />
          </Step>
          <Step
            label="Next photo"
            isEnd={current === photos.length - 1}
            isRight
            onClick={() => show(current + 1)}
          >
            <ChevronRight aria-hidden="true" size={24} strokeWidth={1.5} />
          </Step>
          <p
            aria-live="polite"
            className={`absolute left-2 rounded-soft bg-paper/85 px-2 py-0.5 text-xs text-ink ${isFullScreen ? "top-2" : "bottom-2"}`}
          >
            <span className="sr-only">Photo </span>
            <span>{`${current + 1} / ${photos.length}`}</span>
          </p>
        </>
      )}
    </div>
  );
}

function Step({
  label,
  isEnd,
  isRight = false,
  onClick,
  children,
}: {
  label: string;
  isEnd: boolean;
  isRight?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <IconButton
      label={label}
      // Not disabled, so that a keyboard user's focus stays here.
      aria-disabled={isEnd}
      onClick={() => !isEnd && onClick()}
      className={`absolute top-1/2 -translate-y-1/2 rounded-full! bg-paper/85 pointer-coarse:pointer-events-none aria-disabled:opacity-40 [@media(scripting:none)]:hidden ${isRight ? "right-2" : "left-2"}`}
    >
      {children}
    </IconButton>
  );
}
