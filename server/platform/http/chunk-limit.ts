/** Each chunk takes processor time and memory, also one of a single byte. */
const freeChunks = 10_000;
const leastChunkBytes = 100;

/** Counts the chunks of a body, and says after each whether they are too many for their bytes. */
export function createChunkLimit(): (chunk: { length: number }) => boolean {
  let size = 0;
  let chunks = 0;
  return ({ length }) => {
    size += length;
    chunks += 1;
    return chunks > freeChunks + size / leastChunkBytes;
  };
}
