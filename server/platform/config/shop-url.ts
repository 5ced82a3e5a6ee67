import { z } from "zod";

/** The shop's own URL without a slash: it is not served below a path, and links are made by adding one. */
export const shopUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL", abort: true })
  .refine(isOrigin, "must end with the host or its port, such as https://cars.example")
  .transform((value) => new URL(value).origin);

function isOrigin(value: string): boolean {
  const { username, password, pathname, search, hash } = new URL(value);
  return pathname === "/" && [username, password, search, hash].join("") === "";
}
