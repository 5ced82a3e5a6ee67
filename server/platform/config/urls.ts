import { z } from "zod";

export const url = z.url({
  protocol: /^https?$/,
  error: "must be an http or https URL",
  abort: true,
});

/** Without a slash at its end, because paths are added to it. */
export const baseUrl = url.transform((value) => value.replace(/\/+$/, ""));

/** The shop's own base URL. It has no path, because the shop is not served below one. */
export const shopUrl = url
  .refine(isOrigin, "must end with the host or its port, such as https://cars.example")
  .transform((value) => new URL(value).origin);

function isOrigin(value: string): boolean {
  const { username, password, pathname, search, hash } = new URL(value);
  return pathname === "/" && [username, password, search, hash].join("") === "";
}
