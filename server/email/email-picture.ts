import { isIllustration } from "#shared/listings/illustration.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import { oneLine, type EmailPicture } from "./write-email.ts";

/**
 * The picture of a car with absolute URLs. Uploads are JPEG, which every email program shows.
 * @param image a path on the shop or a URL
 */
export function emailPicture(
  config: Pick<Config, "PUBLIC_URL" | "PORT">,
  { image, name }: { image: string; name: string },
): EmailPicture {
  const url = image.startsWith("/") ? shopAddress(config) + image : image;
  return {
    url,
    thumbnail: url.replace(/(\/images\/[\da-f-]{36})\/\d+\.jpg$/, "$1/320.jpg"),
    alt: oneLine(name),
    isIllustration: isIllustration(image),
  };
}
