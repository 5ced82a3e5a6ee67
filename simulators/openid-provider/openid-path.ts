/** Where the demo's OpenID provider stands at the shop's address. Its issuer ends so. */
export const openidPath = "/openid-provider";

/** Whether a request is one for the demo's OpenID provider. */
export function isOpenidPath(url: string | undefined): boolean {
  return url !== undefined && /^\/openid-provider(\/|\?|$)/.test(url);
}
