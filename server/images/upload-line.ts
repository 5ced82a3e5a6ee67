import { AppError } from "#shared/errors/app-error.ts";

type Room = {
  /** Uploads that are in memory at a time, of all and of one IP address. */
  atOnce: number;
  atOncePerAddress: number;
  /** Uploads that wait for room, of all and of one IP address. */
  waiting: number;
  waitingPerAddress: number;
};

const usualRoom: Room = { atOnce: 6, atOncePerAddress: 2, waiting: 40, waitingPerAddress: 10 };

/** Runs one upload as soon as there is room for it. @throws AppError unavailable when the line is full */
export type UploadLine = <T>(
  from: { address: string; gone: AbortSignal },
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Lets a few uploads at a time into memory; the others wait with their bodies unread. One address takes a part of the
 * room only, so its slow uploads do not keep everyone else out. A caller who is `gone` leaves the line.
 */
export function createUploadLine(room: Room = usualRoom): UploadLine {
  let inside: string[] = [];
  let line: { address: string; enter: () => void }[] = [];
  const countOf = (all: string[], address: string) => all.filter((one) => one === address).length;
  const hasRoom = (address: string) =>
    inside.length < room.atOnce && countOf(inside, address) < room.atOncePerAddress;

  function isFull(address: string): boolean {
    const waiting = line.map((one) => one.address);
    return waiting.length >= room.waiting || countOf(waiting, address) >= room.waitingPerAddress;
  }

  function leave(address: string): void {
    inside = inside.toSpliced(inside.indexOf(address), 1);
    const next = line.find((one) => hasRoom(one.address));
    if (!next) return;
    line = line.filter((one) => one !== next);
    inside.push(next.address);
    next.enter();
  }

  function waitInLine(address: string, gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = { address, enter: resolve };
      line.push(mine);
      gone.addEventListener("abort", () => {
        if (!line.includes(mine)) return;
        line = line.filter((one) => one !== mine);
        reject(new AppError("timed_out"));
      });
    });
  }

  return async (from, work) => {
    const { address, gone } = from;
    if (hasRoom(address)) inside.push(address);
    else if (isFull(address))
      throw new AppError("unavailable", {
        message: "Too many images are being uploaded. Please try again in a moment.",
        retryAfter: 5,
      });
    else await waitInLine(address, gone);
    try {
      return await work();
    } finally {
      leave(address);
    }
  };
}
