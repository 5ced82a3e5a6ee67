import { expect, test } from "vitest";
import type { Config } from "#server/platform/config/config.ts";
import { pageContentPolicy } from "#server/platform/http/security-headers.ts";
import routes from "#web/routes.ts";
import { cardProviderOrigins } from "./card-provider-origins.ts";

type Settings = Pick<Config, "STRIPE_SECRET_KEY" | "IMAGE_HOST_URL" | "REPORTS_API_URL">;

const simulated: Settings = {};
const real: Settings = { STRIPE_SECRET_KEY: "sk_test_1" };
const booking = "0192f0a5-0000-7000-8000-0000000000aa";

type Routes = readonly { path?: string | undefined; children?: Routes | undefined }[];

/** Every path of web/routes.ts, with a booking's id for parameters. */
function addresses(list: Routes, base = ""): string[] {
  return list.flatMap(({ path, children = [] }) => {
    const own = path ? `${base}/${path.replace(/:\w+|\*/g, booking)}` : base || "/";
    return [own, ...addresses(children, path ? own : base)];
  });
}

function directives(url: string, config: Settings) {
  const policy = pageContentPolicy(["aGFzaA=="], config, cardProviderOrigins(url, config));
  const of = (name: string) =>
    policy
      .split("; ")
      .find((directive) => directive.startsWith(`${name} `))
      ?.split(" ")
      .slice(1);
  return { scripts: of("script-src"), frames: of("frame-src"), calls: of("connect-src") };
}

const own = { scripts: ["'self'", "'sha256-aGFzaA=='"], frames: undefined, calls: ["'self'"] };
const payment = `/dashboard/payment/${booking}`;
const pages = [...new Set(addresses(routes))];

test("finds the shop's pages, including the payment page", () => {
  expect(pages).toEqual(expect.arrayContaining(["/", "/login", "/dashboard/myorders", payment]));
});

test.each(pages)("%s runs only the shop's scripts while payments are simulated", (page) => {
  expect(directives(page, simulated)).toEqual(own);
});

test.each(pages.filter((page) => page !== payment))(
  "%s runs the shop's own scripts alone, with a real card provider",
  (page) => {
    expect(directives(page, real)).toEqual(own);
  },
);

test.each([payment, `${payment}/`, `${payment}?redirect_status=failed`])(
  "%s lets in what the real card provider needs",
  (page) => {
    expect(directives(page, real)).toEqual({
      scripts: ["'self'", "'sha256-aGFzaA=='", "https://js.stripe.com", "https://*.js.stripe.com"],
      frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
      calls: ["'self'", "https://api.stripe.com"],
    });
  },
);

test.each([
  "/dashboard/payment/",
  "/dashboard/payment/other",
  "//",
  `${payment}/more`,
  `${payment}/../../myorders`,
  `/?next=${payment}`,
  `/products/1#${payment}`,
])("%s is not the payment page", (address) => {
  expect(directives(address, real)).toEqual(own);
});
