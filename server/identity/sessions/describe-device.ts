import Bowser from "bowser";

/** Names that differ from the ones users know. */
const names: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
  // An iPad that requests desktop pages also reports macOS.
  macOS: "Mac",
};

/** The browser and system that a user agent claims, for example "Firefox on Windows". For display only. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return "An unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = os.name === "iOS" ? platform.model : os.name;
  const parts = [browser.name, system].flatMap((name) => (name ? [names[name] ?? name] : []));
  return parts.join(" on ") || "An unknown device";
}
