import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
// @ts-expect-error scripts are plain JavaScript without declarations
import * as untyped from "./find-lost-writes.mjs";

type Image = { kind: "image"; path: string; sha256?: string };
const { findLostImages } = untyped as {
  findLostImages: (addresses: string[], acknowledged: Image[]) => Promise<Image[]>;
};

/** A process of the shop that shows these images. */
async function aProcess(images: Record<string, string>) {
  const server = createServer(({ url }, response) => {
    const image = images[url!];
    response.writeHead(image === undefined ? 404 : 200).end(image);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const anImage = (path: string, content?: string): Image => ({
  kind: "image",
  path,
  ...(content !== undefined && { sha256: createHash("sha256").update(content).digest("hex") }),
});

test("an image is lost if a process lacks it, or shows other bytes than after the upload", async () => {
  const all = { "/same": "same", "/gone": "gone", "/cut": "cut off", "/unread": "one" };
  await using one = await aProcess(all);
  await using other = await aProcess({ "/same": "same", "/cut": "cut", "/unread": "other" });
  const lost = await findLostImages(
    [one.address, other.address],
    [
      anImage("/same", "same"),
      anImage("/gone", "gone"),
      anImage("/cut", "cut off"),
      // Nothing is known of it but that it was acknowledged.
      anImage("/unread"),
    ],
  );
  expect(lost.map(({ path }) => path)).toEqual(["/gone", "/cut", "/unread"]);
});
