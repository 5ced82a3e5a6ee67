import { getDomain } from "tldts";
import type { Config } from "#server/platform/config/config.ts";
import { isTrustedOrigin } from "#server/platform/http/trusted-origins.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "PORT" | "demo" | "IMAGE_HOST_URL">;

/** Widths in pixels that an image is stored in, as far as the upload is large enough. */
export const imageWidths = [320, 640, 1200, 1920] as const;
/** Formats that each width is stored in, best first. */
export const imageKinds = ["avif", "webp", "jpg"] as const;
type ImageKind = (typeof imageKinds)[number];

const contentTypes = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** Width and format of a file of an image, such as `640.webp`; null for other names. */
export function readFileName(name: string): { width: number; kind: ImageKind } | null {
  const [, width, kind] = fileName.exec(name) ?? [];
  return kind === undefined ? null : { width: Number(width), kind: kind as ImageKind };
}

/** Whether a store may keep a file under this name: a width and a format of any version, and never a path. */
export function isFileName(name: string): boolean {
  return /^[\w-]+\.[a-z0-9]+$/.test(name);
}

/** The media type of a file of an image. */
export function imageType(name: string): string {
  const kind = readFileName(name)?.kind;
  return kind ? contentTypes[kind] : "application/octet-stream";
}

const fileName = new RegExp(`^(${imageWidths.join("|")})\\.(${imageKinds.join("|")})$`);
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** An upload's id, which is also the name of its folder. */
export const imageId = new RegExp(`^${uuid}$`);
const ownPath = new RegExp(
  `^/images/(${uuid})/(?:${imageWidths.join("|")})\\.(?:${imageKinds.join("|")})$`,
);

/**
 * The path of an upload as JPEG, which every browser can show. Other widths and formats differ in the last segment, for
 * example `640.avif`.
 */
export function imagePath(id: string): string {
  return `/images/${id}/1200.jpg`;
}

/** What an image's URL means: an upload here, an image on the external host, or null for anything else. */
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
  const domain = domainOf(new URL(IMAGE_HOST_URL).hostname);
  return [domain, servedElsewhere[domain]].includes(domainOf(url.hostname));
}

/**
 * The registrable domain, which an image host's API and files usually share: the part below a public suffix (`co.uk`,
 * `s3.amazonaws.com`). For an IP address or a suffix, the host itself.
 */
function domainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
