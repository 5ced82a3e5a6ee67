import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { downloadPhoto } from "./download-photo.ts";

test("gives up on a server that sends a photo drop by drop", { timeout: 60_000 }, async () => {
  const server = createServer((_, response) => void response.writeHead(200).write("\xff\xd8\xff"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.jpg`;
  await expect(downloadPhoto(url, null, { allowPrivate: true })).rejects.toThrow(
    "is too slow: it sent less than 64 kB in 5 seconds",
  );
  server.close();
  server.closeAllConnections();
});
