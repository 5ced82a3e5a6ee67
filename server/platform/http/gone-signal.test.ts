import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { goneSignal } from "./gone-signal.ts";

test("tells that the caller has left, also if that was before it was asked for", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const caller = connect((server.address() as AddressInfo).port, "127.0.0.1");
  caller.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  request.on("error", () => undefined);
  const before = [goneSignal(request), goneSignal(response)];
  expect(before.map(({ aborted }) => aborted)).toEqual([false, false]);
  const closed = Promise.all(
    [request, response].map((one) => new Promise((resolve) => one.on("close", resolve))),
  );
  caller.destroy();
  await closed;
  const after = [goneSignal(request), goneSignal(response)];
  expect([...before, ...after].map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  server.close();
});
