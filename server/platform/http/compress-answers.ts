import fastifyCompress from "@fastify/compress";
import type { App } from "./app-instance.ts";

/**
 * Up to so many bytes are compressed at once, in about a third of a millisecond. A stream takes longer than that to make,
 * and its thread competes with all others for the processors.
 */
const atOnceUpTo = 65_536;

/** Compresses answers of a kilobyte and more for clients that take Brotli or gzip. */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(fastifyCompress, {
    global: true,
    encodings: ["br", "gzip"],
    syncThreshold: atOnceUpTo,
  });
}
