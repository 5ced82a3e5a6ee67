/** Where images are in an S3-compatible store, as IMAGE_STORE_URL says. */
export type S3Address = {
  bucket: string;
  /** Empty, or the beginning of every key, with a slash at its end. */
  prefix: string;
  /** The address of a store other than Amazon's. */
  endpoint: string | undefined;
  region: string | undefined;
};

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
// The characters that every store accepts in keys without encoding them.
const keyPrefix = /^[\w!.*'()/-]*$/;

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…`.
 * @returns the mistake in words if it is not such a URL
 */
export function readImageStoreUrl(text: string): S3Address | { mistake: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "s3:") return { mistake: "must be an s3:// URL, such as s3://cars/images" };
  if (url.username !== "" || url.password !== "")
    return {
      mistake: "must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    };
  if (!bucketName.test(url.host)) return { mistake: "must name a bucket, as in s3://cars/images" };
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!keyPrefix.test(prefix) || prefix.includes("//"))
    return { mistake: "may have only letters, digits and !.*'()_-/ in its prefix" };
  const unknown = [...url.searchParams.keys()].find(
    (name) => !["endpoint", "region"].includes(name),
  );
  if (unknown !== undefined)
    return { mistake: `has an unknown parameter ${unknown}: only endpoint and region are known` };
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(protocolOf(endpoint)))
    return { mistake: "must have an http or https URL as its endpoint" };
  const region = url.searchParams.get("region") ?? undefined;
  if (region !== undefined && !/^[\w-]+$/.test(region))
    return { mistake: "must have a region such as eu-west-1" };
  return { bucket: url.host, prefix: prefix === "" ? "" : `${prefix}/`, endpoint, region };
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : "";
}
