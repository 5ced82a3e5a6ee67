/** Path of the demo's OpenID provider on the shop's host. The issuer ends with it. */
export const openidPath = "/openid-provider";

/** Whether a path belongs to the demo's OpenID provider. */
export function isOpenidPath(url: string | undefined): boolean {
  return url !== undefined && /^\/openid-provider(\/|\?|$)/.test(url);
}
