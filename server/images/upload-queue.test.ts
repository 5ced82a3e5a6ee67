import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "#server/platform/http/app-instance.ts";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import { eventually } from "#testing/eventually.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { sendInBytes } from "#testing/send-in-bytes.ts";
import { createTestApp } from "#testing/test-app.ts";
import { imageRoutes } from "./image-routes.ts";
import { createUploadQueue } from "./upload-queue.ts";

const here = () => new AbortController().signal;
/** Lets everything that is ready continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("upload queue", () => {
  const capacity = {
    running: 3,
    runningSignedOut: 3,
    runningPerAddress: 2,
    waiting: 4,
    waitingSignedOut: 4,
    waitingPerAddress: 3,
  };
  function aQueue(given: Partial<typeof capacity> = {}) {
    const queue = createUploadQueue({ ...capacity, ...given });
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const wanted = new Map<string, () => boolean>();
    const begin = (name: string, address: string, signal = here(), isSignedIn = false) =>
      queue({ address, isSignedIn, signal }, (isWanted) => {
        started.push(name);
        wanted.set(name, isWanted);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const beginSignedIn = (name: string, address: string) => begin(name, address, here(), true);
    const isWanted = (name: string) => wanted.get(name)!();
    const end = async (name: string) => {
      ends.get(name)!();
      await settle();
    };
    return { begin, beginSignedIn, end, started, isWanted };
  }

  test("runs a few at a time, fewer from one address, and the others in order", async () => {
    const { begin, end, started } = aQueue();
    for (const name of ["a1", "a2", "a3", "a4"]) void begin(name, "a");
    for (const name of ["b1", "b2"]) void begin(name, "b");
    await settle();
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("b1");
    expect(started.slice(3)).toEqual(["b2"]);
    await end("a2");
    await end("b2");
    expect(started.slice(4)).toEqual(["a3"]);
    await end("a1");
    expect(started.slice(5)).toEqual(["a4"]);
  });

  test("gives no place to a caller who left before the upload could start", async () => {
    const { begin, started } = aQueue();
    const signal = AbortSignal.abort();
    await expect(begin("a1", "a", signal)).rejects.toMatchObject({ code: "timed_out" });
    expect(started).toEqual([]);
  });

  test("refuses more than can wait from one address", async () => {
    const { begin } = aQueue();
    for (let index = 0; index < 5; index++) void begin(`a${index}`, "a");
    await expect(begin("a6", "a")).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
  });

  test("refuses a newcomer when many addresses fill the queue", async () => {
    const { begin } = aQueue();
    for (const address of ["a", "b", "c", "d", "e", "f", "g"]) void begin(address, address);
    await expect(begin("h", "h")).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
  });

  test("gives a free place to the address with the fewest", async () => {
    const { begin, end, started } = aQueue();
    for (const name of ["a1", "a2"]) void begin(name, "a");
    for (const name of ["b1", "b2", "b3"]) void begin(name, "b");
    void begin("c1", "c");
    await end("a2");
    expect(started).toEqual(["a1", "a2", "b1", "c1"]);
  });

  test("refuses the last upload of the address that fills the queue, not a newcomer", async () => {
    const { begin, end, started } = aQueue();
    for (const name of ["a1", "a2", "a3", "a4"]) void begin(name, "a");
    const last = expect(begin("a5", "a")).rejects.toMatchObject({ code: "unavailable" });
    for (const name of ["b1", "b2"]) void begin(name, "b");
    void begin("c1", "c");
    await last;
    await end("b1");
    await end("a1");
    expect(started).toEqual(["a1", "a2", "b1", "b2", "c1"]);
  });

  test("reserves places and part of the queue for callers with a session", async () => {
    const { begin, beginSignedIn, end, started } = aQueue({
      runningSignedOut: 2,
      waitingSignedOut: 2,
    });
    for (const address of ["a", "b", "c", "d"]) void begin(address, address);
    await expect(begin("e", "e")).rejects.toMatchObject({ code: "unavailable" });
    void beginSignedIn("seller", "f");
    await settle();
    expect(started).toEqual(["a", "b", "seller"]);
    void beginSignedIn("other seller", "g");
    await end("seller");
    expect(started.slice(3)).toEqual(["other seller"]);
  });

  test("wants a place for a caller whose address has fewer", async () => {
    const { begin, beginSignedIn, isWanted } = aQueue({ runningSignedOut: 2 });
    void begin("a1", "a");
    void begin("a2", "a");
    void begin("a3", "a");
    void beginSignedIn("seller", "b");
    await settle();
    // Another upload from the same address does not push it out.
    expect(["a1", "a2", "seller"].map(isWanted)).toEqual([false, false, false]);
    void begin("c1", "c");
    // The seller's place would not help a caller without a session.
    expect(["a1", "a2", "seller"].map(isWanted)).toEqual([true, true, false]);
  });

  test("drops callers who disconnect while they wait", async () => {
    const { begin, end, started } = aQueue();
    void begin("a1", "a");
    void begin("a2", "a");
    const controller = new AbortController();
    const waiting = begin("a3", "a", controller.signal);
    void begin("a4", "a");
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "timed_out" });
    await end("a1");
    expect(started).toEqual(["a1", "a2", "a4"]);
  });

  test("continues after an upload that failed", async () => {
    const queue = createUploadQueue({ ...capacity, running: 1 });
    const from = { address: "a", isSignedIn: false, signal: here() };
    const failing = queue(from, () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    expect(await queue(from, () => Promise.resolve("done"))).toBe("done");
  });
});

describe("an upload that stalls", () => {
  let shop: Awaited<ReturnType<typeof createTestApp>>;
  let app: App;
  let inside = 0;
  const callers: { isSignedIn: boolean }[] = [];
  beforeAll(async () => {
    shop = await createTestApp();
    app = Fastify();
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    app.setErrorHandler(errorHandler);
    app.decorateRequest("identitySession", null);
    app.decorateRequest("viewer", null);
    const queue = createUploadQueue({
      running: 2,
      runningSignedOut: 2,
      runningPerAddress: 2,
      waiting: 9,
      waitingSignedOut: 9,
      waitingPerAddress: 9,
    });
    imageRoutes(app, shop.deps, {
      queue: (from, work) =>
        queue(from, (isWanted) => {
          inside += 1;
          callers.push(from);
          return work(isWanted);
        }),
      deadlines: {
        stall: 1_000,
        leastBytes: 8_192,
        total: 60_000,
        wanted: { after: 60_000, bytesPerSecond: 0, total: 60_000 },
      },
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await app.close();
    await shop.close();
  });

  /** Sends the headers of an upload and only the first bytes of its body. Returns the response. */
  function stalledUpload(): { answer: Promise<string> } {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (bytes) => (received += bytes.toString()));
    const answer = once(socket, "close").then(() => received);
    const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc';
    socket.write(
      `POST /api/images HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n${part}`,
    );
    return { answer };
  }

  test("is cut off, and the uploads behind it are served", async () => {
    const stalled = [stalledUpload(), stalledUpload()];
    await eventually(() => expect(inside).toBe(2));
    const form = aMultipartForm("image", "car.png", "image/png", await aPicture({ format: "png" }));
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.inject({ method: "POST", url: "/api/images", ...form })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    for (const answer of await Promise.all(stalled.map((one) => one.answer))) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/connection: close/i);
      expect(answer).toContain("The file arrived too slowly.");
    }
  });

  test("is refused if it arrives in too many chunks of one byte", async () => {
    const { payload, headers } = aMultipartForm(
      "image",
      "car.png",
      "image/png",
      Buffer.alloc(20_000, "x"),
    );
    const answer = await sendInBytes(app, "/api/images", headers, payload);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain("The file arrived in too many small pieces.");
    const form = aMultipartForm("image", "car.png", "image/png", await aPicture({ format: "png" }));
    expect(await sendInBytes(app, "/api/images", form.headers, form.payload)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  test("counts as signed in if the browser has a session", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "uploader@marque.example" });
    const form = aMultipartForm("image", "car.png", "image/png", await aPicture({ format: "png" }));
    for (const headers of [form.headers, { ...form.headers, cookie }]) {
      const request = {
        method: "POST",
        url: "/api/images",
        payload: form.payload,
        headers,
      } as const;
      expect((await app.inject(request)).statusCode).toBe(200);
    }
    expect(callers.slice(-2).map(({ isSignedIn }) => isSignedIn)).toEqual([false, true]);
  });

  test("has its ten minutes from the HTTP server, too", () => {
    expect(shop.app.server.requestTimeout).toBeGreaterThan(600_000);
  });
});
