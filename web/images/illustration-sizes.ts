/** The folder of the illustrations as AVIF: a hash of their files (`scripts/art/write-pictures.ts`). */
const illustrationVersion = "d1c2365e";

const widths = [480, 960];

/** An illustration as AVIF in several widths. Their URLs have a version, so browsers keep them. */
export function illustrationSizes(src: string): { type: string; srcSet: string }[] {
  const [, name] = /^\/cars\/(covered|\w+-\w+-\w+)\.webp$/.exec(src) ?? [];
  if (name === undefined) return [];
  const folder = `/cars/sizes/${illustrationVersion}`;
  const srcSet = widths.map((width) => `${folder}/${name}-${width}.avif ${width}w`).join(", ");
  return [{ type: "image/avif", srcSet }];
}
