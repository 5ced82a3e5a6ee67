import { UnreadableError } from "#server/backup/backup-error.ts";
import type { Place } from "#server/backup/storage/place.ts";

/** A place on a disk that cannot read the files with these in their names until they are written again. */
export function withBadSectors(place: Place, isBad: (name: string) => boolean): Place {
  const rewritten = new Set<string>();
  return {
    ...place,
    write: async (name, content) => {
      await place.write(name, content);
      rewritten.add(name);
    },
    read: async (name) => {
      if (isBad(name) && !rewritten.has(name))
        throw new UnreadableError(`${name} in ${place.shown} cannot be read (EIO).`);
      return place.read(name);
    },
  };
}
