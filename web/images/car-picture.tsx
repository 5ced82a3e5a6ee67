import { Icon } from "#web/ui/icon.tsx";
import { illustrationSizes } from "./illustration-sizes.ts";

type CarPictureProps = {
  src: string;
  alt: string;
  /** An illustration rather than a photo; labeled as such. */
  isIllustration?: boolean;
  isMirrored?: boolean;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes?: string;
  /** Loads immediately, for pictures at the top of the page. */
  eager?: boolean;
  /** 5rem wide, with an icon as the label. */
  isThumbnail?: boolean;
  /** 2:1 on phones, so that a card needs less height. */
  isWide?: boolean;
  /** Shows the whole picture instead of cutting it to 4:3. */
  isWhole?: boolean;
  className?: string;
};

/** The width of a card's picture in one to three columns (`measure` in app.css). */
const cardSizes =
  "(min-width: 84rem) 25rem, (min-width: 64rem) 31vw, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)";

/** The same beside the filters of a search. */
export const cardSizesBesideFilters =
  "(min-width: 84rem) 19rem, (min-width: 80rem) 23vw, (min-width: 64rem) calc(50vw - 12.5rem), (min-width: 48rem) 46vw, calc(100vw - 2.5rem)";

/** A car's 4:3 picture. */
export function CarPicture({
  src,
  alt,
  isIllustration = false,
  isMirrored = false,
  isThumbnail = false,
  sizes = isThumbnail ? "5rem" : cardSizes,
  eager = false,
  isWide = false,
  isWhole = false,
  className = "",
}: CarPictureProps) {
  const cut = isWide ? "card-image-wide" : "card-image";
  const shape = isWhole ? "size-full object-contain" : cut;
  // A drawn car stands on the theme's floor; a photo is dimmed where the page is dark.
  const ground = isIllustration ? "studio-floor" : "dark:brightness-90";
  const direction = isMirrored ? "transform-[scaleX(-1)]" : "";
  return (
    <figure className={`relative overflow-hidden bg-well ${className}`}>
      {src ? (
        <picture>
          {[...uploadSources(src), ...illustrationSizes(src)].map(({ type, srcSet }) => (
            <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
          ))}
          <img
            src={src}
            alt={alt}
            width={1200}
            height={900}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : undefined}
            decoding="async"
            className={`${shape} ${ground} ${direction}`}
          />
        </picture>
      ) : (
        <NoPicture alt={alt} />
      )}
      {isIllustration && src && <IllustrationNote isSmall={isThumbnail} />}
    </figure>
  );
}

function IllustrationNote({ isSmall }: { isSmall: boolean }) {
  if (!isSmall) return <figcaption className="illustration-note">Illustration</figcaption>;
  return (
    <figcaption
      title="Illustration"
      className="absolute end-0 bottom-0 rounded-soft bg-paper/85 p-0.5 text-ink"
    >
      <Icon name="brush" size={14} />
      <span className="sr-only">Illustration</span>
    </figcaption>
  );
}

const uploadWidths = [320, 640, 1200, 1920];

/** Our image host serves uploads in several widths and formats; other images have one. */
function uploadSources(src: string): { type: string; srcSet: string }[] {
  const [, folder] = /^(\/images\/[\da-f-]{36})\/\d+\.\w+$/.exec(src) ?? [];
  if (folder === undefined) return [];
  return ["avif", "webp"].map((kind) => ({
    type: `image/${kind}`,
    srcSet: uploadWidths.map((width) => `${folder}/${width}.${kind} ${width}w`).join(", "),
  }));
}

function NoPicture({ alt }: { alt: string }) {
  return (
    <svg
      viewBox="0 0 400 300"
      role="img"
      aria-label={`${alt}: no picture yet`}
      className="aspect-4/3 w-full text-brass"
    >
      <path
        d="M64 186c10-16 36-22 62-25 24-20 52-33 90-33 40 0 62 14 82 32 24 3 38 10 42 26M64 186h26m46 0h126m46 0h32"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="113" cy="187" r="21" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="285" cy="187" r="21" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
