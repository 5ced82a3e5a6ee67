/** Whether this is a back or forward navigation: only then does the address bar change before the page loads. */
export function isBackAt({ pathname, search }: URL): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
