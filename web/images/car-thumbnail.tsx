import { isIllustration } from "#shared/listings/illustration.ts";
import { CarPicture } from "./car-picture.tsx";

/** A car's small picture in a list, beside its name. */
export function CarThumbnail({ src, className }: { src: string; className?: string }) {
  return (
    <CarPicture
      src={src}
      alt=""
      isIllustration={isIllustration(src)}
      isThumbnail
      {...(className && { className })}
    />
  );
}
