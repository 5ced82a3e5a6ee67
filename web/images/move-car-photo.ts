import type { MouseEvent } from "react";

/** The picture of the card that was clicked last, with the path of the car's page. */
let clicked: { path: string; place: DOMRect; src: string } | null = null;

/** Notes where a card's picture is when a link on the card opens the car's page. */
export function noteCardPicture({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  const picture = currentTarget.closest("article")?.querySelector("img");
  if (!picture) return;
  const place = picture.getBoundingClientRect();
  clicked = { path: currentTarget.pathname, place, src: picture.currentSrc };
}

/**
 * Moves the photo of a car's page from the place of its picture on the card. Until its own file has loaded, it shows that
 * of the card. Not a view transition, because the browser would draw the old page once more before the new one shows.
 */
export function moveCarPhoto(photo: HTMLElement): void {
  if (clicked?.path !== location.pathname) return;
  const { place, src } = clicked;
  clicked = null;
  const picture = photo.querySelector("figure");
  if (!picture) return;
  picture.style.background = `url(${JSON.stringify(src)}) center / cover`;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // A link opens a page at its top, but it is not scrolled there yet.
  const { left, top, width } = photo.getBoundingClientRect();
  const by = `${place.left - left}px, ${place.top - top - scrollY}px`;
  const start = `translate(${by}) scale(${place.width / width})`;
  photo.animate(
    [
      { transformOrigin: "0 0", transform: start, zIndex: 1 },
      { transformOrigin: "0 0", transform: "none", zIndex: 1 },
    ],
    { duration: 250, easing: "ease" },
  );
}
