import { Expand, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isolate } from "#shared/text/isolate.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { moveCarPhoto } from "#web/images/move-car-photo.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { GalleryPhoto } from "./gallery-photo.ts";
import { PhotoStrip } from "./photo-strip.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import { useSlides } from "./use-slides.ts";
import { useZoom } from "./use-zoom.ts";

type PhotoGalleryProps = {
  name: string;
  photos: readonly GalleryPhoto[];
  isIllustration: boolean;
};

/** A car's photos with thumbnails and a full-screen view. */
export function PhotoGallery(gallery: PhotoGalleryProps) {
  const { photos } = gallery;
  const slides = useSlides(photos.length);
  const shown = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isFullScreen, setFullScreen] = useState(false);
  // Before the page is on the screen.
  useLayoutEffect(() => moveCarPhoto(shown.current!), []);

  const { open, leave } = useBackCloses(dialog, () => {
    // Opened before its photos are rendered, because only visible ones can scroll to the current photo.
    dialog.current?.showModal();
    flushSync(() => setFullScreen(true));
    dialog.current?.querySelector("ul")?.focus();
  });
  return (
    // Focusable, because a click on a button does not focus it in every browser.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the keys of the buttons within
    <div tabIndex={-1} onKeyDown={slides.onKeyDown} className="outline-none">
      <div ref={shown} className="relative">
        <PhotoStrip
          {...gallery}
          slides={slides}
          sizes="(min-width: 84rem) 50rem, (min-width: 64rem) 60vw, 100vw"
          onOpen={open}
        />
        <IconButton
          label="Full screen"
          onClick={open}
          className="absolute top-2 right-2 bg-paper/85 [@media(scripting:none)]:hidden"
        >
          <Expand aria-hidden="true" size={18} strokeWidth={1.5} />
        </IconButton>
      </div>
      {photos.length > 1 && <Thumbnails {...gallery} slides={slides} />}
      <dialog
        ref={dialog}
        aria-label={`Photos of ${isolate(gallery.name)}`}
        onClose={() => {
          setFullScreen(false);
          leave();
        }}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none stage"
      >
        {isFullScreen && <FullScreen {...gallery} first={slides.current} onShow={slides.show} />}
      </dialog>
    </div>
  );
}

function FullScreen({
  first,
  onShow,
  ...gallery
}: PhotoGalleryProps & { first: number; onShow: (slide: number) => void }) {
  const { photos } = gallery;
  const slides = useSlides(photos.length, first, onShow);
  const area = useRef<HTMLDivElement>(null);
  const zoom = useZoom(area, slides.current);
  const caption = photos[slides.current]?.alt;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the keys of the buttons within
    <div tabIndex={-1} onKeyDown={slides.onKeyDown} className="flex h-full flex-col outline-none">
      {/* The button below does the same. */}
      <div
        ref={area}
        {...zoom.mouse}
        className={`min-h-0 flex-1 ${zoom.isZoomed ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in"}`}
      >
        <PhotoStrip
          {...gallery}
          slides={slides}
          sizes="100vw"
          isFullScreen
          isZoomed={zoom.isZoomed}
        />
      </div>
      {caption && <p className="px-5 py-3 text-center text-sm">{caption}</p>}
      {photos.length > 1 && (
        <div className="flex justify-center max-sm:hidden">
          <Thumbnails {...gallery} slides={slides} />
        </div>
      )}
      <form method="dialog" className="absolute top-2 right-2 flex gap-2">
        <IconButton
          label={zoom.isZoomed ? "Zoom out" : "Zoom in"}
          onClick={zoom.toggle}
          className="rounded-full! bg-paper/85"
        >
          {zoom.isZoomed ? (
            <ZoomOut aria-hidden="true" size={20} strokeWidth={1.5} />
          ) : (
            <ZoomIn aria-hidden="true" size={20} strokeWidth={1.5} />
          )}
        </IconButton>
        <button
          aria-label="Close"
          className="grid size-11 place-items-center rounded-full bg-paper/85"
        >
          <X aria-hidden="true" size={22} strokeWidth={1.5} />
        </button>
      </form>
    </div>
  );
}

/** In one row, which scrolls to the current photo. */
function Thumbnails({
  photos,
  slides: { current, show },
}: PhotoGalleryProps & { slides: ReturnType<typeof useSlides> }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const thumbnail = row.current?.children[current];
    if (!row.current || !(thumbnail instanceof HTMLElement)) return;
    // Not scrollIntoView, which would also scroll the page.
    const middle = thumbnail.offsetLeft - row.current.offsetLeft + thumbnail.offsetWidth / 2;
    row.current.scrollTo({ left: middle - row.current.clientWidth / 2 });
  }, [current]);
  return (
    <ul
      ref={row}
      aria-label="Thumbnails"
      className="flex gap-2 overflow-x-auto overscroll-x-contain px-5 py-2 sm:px-0 [@media(scripting:none)]:hidden"
    >
      {photos.map(({ image, alt }, at) => (
        <li key={image} className="w-18 shrink-0 sm:w-24">
          <button
            type="button"
            aria-label={`Show photo ${at + 1}${alt && `: ${alt}`}`}
            aria-current={at === current}
            onClick={() => show(at)}
            className="block w-full border-2 border-transparent aria-[current=true]:border-brass"
          >
            <CarPicture src={image} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}
