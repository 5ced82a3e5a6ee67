import sharp from "sharp";

/**
 * A picture as a form uploads it.
 * @param {{ width: number, height: number }} size in pixels
 * @returns {Promise<{ type: string, body: Buffer }>} the content type and the form
 */
export async function makePicture({ width, height }) {
  const create = { width, height, channels: 3, background: "#775533" };
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const form = new FormData();
  form.append("image", new Blob([jpeg], { type: "image/jpeg" }), "car.jpg");
  const response = new Response(form);
  const body = Buffer.from(await response.arrayBuffer());
  return { type: response.headers.get("content-type"), body };
}
