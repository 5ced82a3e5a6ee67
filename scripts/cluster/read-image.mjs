import { createHash } from "node:crypto";

/** What a process answers for an image, with the hash of its bytes. Status 0 stands for no answer. */
export async function readImage(url) {
  try {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { status: answer.status, size: bytes.length, sha256 };
  } catch {
    return { status: 0, size: 0, sha256: null };
  }
}
