import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onlineManager, QueryClientProvider, type UseMutationResult } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageQueryClient } from "./query-client.ts";

vi.mock("../root-data.ts", () => ({ useShop: () => ({ reportsApiUrl: "/api" }) }));

type Hook = (id: string) => UseMutationResult<unknown, Error, unknown>;

const root = join(import.meta.dirname, "../..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const read = (file: string) => readFileSync(join(root, file), "utf8");

const hooks: [string, Hook][] = [];
for (const file of files.filter((name) => name.endsWith("-queries.ts"))) {
  const exports = (await import(join(root, file))) as Record<string, unknown>;
  for (const [name, value] of Object.entries(exports))
    if (/^use[A-Z]/.test(name)) hooks.push([`${file} ${name}`, value as Hook]);
}

/** Returns what a component gets from a hook. */
function callHook(queryClient: ReturnType<typeof pageQueryClient>, hook: Hook) {
  let result: ReturnType<Hook> | undefined;
  function Probe() {
    result = hook("1");
    return null;
  }
  const provider = { client: queryClient, children: createElement(Probe) };
  renderToStaticMarkup(createElement(QueryClientProvider, provider));
  return result!;
}

/** Lets pending promises and immediates run. */
async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("without a connection", () => {
  const sent: string[] = [];

  function setOnline(onLine: boolean) {
    vi.stubGlobal("navigator", { onLine });
    onlineManager.setOnline(onLine);
  }

  beforeEach(() => {
    sent.length = 0;
    setOnline(false);
    vi.stubGlobal("fetch", (url: string) => {
      sent.push(url);
      return navigator.onLine
        ? Promise.resolve(Response.json({}))
        : Promise.reject(new TypeError("Failed to fetch"));
    });
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    vi.unstubAllGlobals();
  });

  it("finds the mutations", () => expect(hooks.length).toBeGreaterThan(25));

  it.each(hooks)("%s fails at once and is not sent later", async (_, hook) => {
    const queryClient = pageQueryClient();
    queryClient.mount();
    const { mutateAsync } = callHook(queryClient, hook);
    let ended: unknown = "nothing yet";
    mutateAsync({}).then(
      (answer) => (ended = answer),
      (error: unknown) => (ended = error),
    );
    await settle();
    expect(ended).toMatchObject({
      code: "unavailable",
      message: "You are offline. Please check your connection and try again.",
    });

    const tried = sent.length;
    setOnline(true);
    await queryClient.resumePausedMutations();
    await settle();
    expect(sent.slice(tried)).toEqual([]);
    queryClient.unmount();
  });

  it("leaves no mutation a network mode of its own", () => {
    const named = files.filter((file) => /networkMode|resumePausedMutations/.test(read(file)));
    expect(named).toEqual(["platform/requests/query-client.ts"]);
  });
});
