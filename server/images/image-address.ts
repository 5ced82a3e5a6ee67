import { getDomain } from "tldts";
import type { Config } from "#server/platform/config/config.ts";
import { isTrustedOrigin } from "#server/platform/http/trusted-origins.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "PORT" | "demo" | "IMAGE_HOST_URL">;

/** Widths in pixels that a picture is kept in; none is larger than the upload itself. */
export const imageWidths = [320, 640, 1200, 1920] as const;
/** Kinds that each width is kept in, the best first. */
export const imageKinds = ["avif", "webp", "jpg"] as const;
export type ImageKind = (typeof imageKinds)[number];

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** An upload's id, which is also its folder's name. */
export const imageId = new RegExp(`^${uuid}$`);
const ownPath = new RegExp(
  `^/images/(${uuid})/(?:${imageWidths.join("|")})\\.(?:${imageKinds.join("|")})$`,
);

/**
 * Where an upload is shown, as JPEG, which every browser reads. Another width or kind is the same address with another
 * last part, for example `640.avif`.
 */
export function imagePath(id: string): string {
  return `/images/${id}/1200.jpg`;
}

/** What an image's address says: an upload here, a picture of the external image host, or nothing that we take. */
export function readImageAddress(
  config: Settings,
  address: string,
): { own: string } | { foreign: string } | null {
  const base = "http://own.invalid";
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (!url) return null;
  if (url.origin === base || isTrustedOrigin(config, url.origin)) {
    const id = ownPath.exec(url.pathname)?.[1];
    return id === undefined ? null : { own: id };
  }
  return isOnImageHost(config, url) ? { foreign: url.href } : null;
}

// ImgBB takes uploads at api.imgbb.com and serves them from i.ibb.co (https://api.imgbb.com/).
const servedElsewhere: Record<string, string> = { "imgbb.com": "ibb.co" };

function isOnImageHost({ IMAGE_HOST_URL }: Settings, url: URL): boolean {
  if (!IMAGE_HOST_URL || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return false;
  const family = familyOf(new URL(IMAGE_HOST_URL).hostname);
  return [family, servedElsewhere[family]].includes(familyOf(url.hostname));
}

/**
 * What an image host's interface and its files usually share: the part of a name that one owner registers, below suffixes
 * where anyone can (`co.uk`, `s3.amazonaws.com`). An IP address, or a suffix itself, stands for itself alone.
 */
function familyOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
