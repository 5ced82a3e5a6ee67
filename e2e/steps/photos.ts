import sharp from "sharp";
import type { Shop } from "./shop.ts";

const landscape = { width: 800, height: 600 };

let made = 0;

/** Pictures as files, each of another color than those before: the same file counts once among a car's photos. */
export async function pictures(count: number, size = landscape) {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `photo-${at + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { ...size, channels: 3, background: `hsl(${made++ * 47}, 40%, 45%)` },
      })
        .jpeg()
        .toBuffer(),
    })),
  );
}

/** Uploads pictures for a car, with texts. */
export async function photosOf({ address }: Shop, count: number, size = landscape) {
  const photos: { image: string; alt: string }[] = [];
  for (const { name, mimeType, buffer } of await pictures(count, size)) {
    const body = new FormData();
    body.set("image", new File([new Uint8Array(buffer)], name, { type: mimeType }));
    const answer = await fetch(new URL("/api/images", address), { method: "POST", body });
    const { data } = (await answer.json()) as { data: { display_url: string } };
    photos.push({ image: data.display_url, alt: `Photo number ${photos.length + 1}` });
  }
  return photos;
}
