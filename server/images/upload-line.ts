import { AppError } from "#shared/errors/app-error.ts";

type Room = {
  /** Uploads in memory at a time: in all, by callers without a session, and from one IP address. */
  atOnce: number;
  atOnceSignedOut: number;
  atOncePerAddress: number;
  /** Uploads that wait for room: in all, by callers without a session, and from one IP address. */
  waiting: number;
  waitingSignedOut: number;
  waitingPerAddress: number;
};

const usualRoom: Room = {
  atOnce: 6,
  atOnceSignedOut: 4,
  atOncePerAddress: 2,
  waiting: 40,
  waitingSignedOut: 30,
  waitingPerAddress: 10,
};

type Caller = { address: string; isSignedIn: boolean };
type Waiting = { caller: Caller; enter: () => void; refuse: (error: AppError) => void };

/**
 * Runs one upload as soon as there is room for it. `isWanted` tells the running work whether someone waits for its place.
 * @throws AppError unavailable when the line is full
 */
export type UploadLine = <T>(
  from: Caller & { gone: AbortSignal },
  work: (isWanted: () => boolean) => Promise<T>,
) => Promise<T>;

/**
 * Lets a few uploads at a time into memory; the others wait with their bodies unread. IP addresses share the room
 * evenly: a free place goes to the address that holds the fewest, and a full line refuses the last upload of the address
 * that fills it. Some room is kept for callers with a session. A caller who is `gone` leaves the line.
 */
export function createUploadLine(room: Room = usualRoom): UploadLine {
  let inside: Caller[] = [];
  let line: Waiting[] = [];
  const inLine = () => line.map(({ caller }) => caller);

  function hasRoom(caller: Caller, taken: Caller[]): boolean {
    return (
      taken.length < room.atOnce &&
      (caller.isSignedIn || countSignedOut(taken) < room.atOnceSignedOut) &&
      countFrom(caller.address, taken) < room.atOncePerAddress
    );
  }

  /** Whether someone from an address that holds fewer places would get this one. */
  function isWanted(mine: Caller): boolean {
    const others = inside.filter((one) => one !== mine);
    return inLine().some(
      (caller) =>
        countFrom(caller.address, inside) < countFrom(mine.address, inside) &&
        hasRoom(caller, others),
    );
  }

  function leave(mine: Caller): void {
    inside = inside.filter((one) => one !== mine);
    const [next] = line
      .filter(({ caller }) => hasRoom(caller, inside))
      .toSorted(
        (one, other) =>
          countFrom(one.caller.address, inside) - countFrom(other.caller.address, inside),
      );
    if (!next) return;
    line = line.filter((one) => one !== next);
    inside.push(next.caller);
    next.enter();
  }

  /** @throws AppError unavailable where the line has no room, and no address takes more of it than this one would */
  function makeRoomInLine(caller: Caller): void {
    const waiting = inLine();
    const own = countFrom(caller.address, waiting);
    if (own >= room.waitingPerAddress) throw lineFull();
    const isFull = waiting.length >= room.waiting;
    if (!isFull && (caller.isSignedIn || countSignedOut(waiting) < room.waitingSignedOut)) return;
    const [last] = line
      .filter((one) => isFull || !one.caller.isSignedIn)
      .toReversed()
      .toSorted(
        (one, other) =>
          countFrom(other.caller.address, waiting) - countFrom(one.caller.address, waiting),
      );
    if (!last || countFrom(last.caller.address, waiting) <= own + 1) throw lineFull();
    line = line.filter((one) => one !== last);
    last.refuse(lineFull());
  }

  function waitInLine(caller: Caller, gone: AbortSignal): Promise<void> {
    makeRoomInLine(caller);
    return new Promise((resolve, reject) => {
      const mine: Waiting = { caller, enter: resolve, refuse: reject };
      line.push(mine);
      gone.addEventListener("abort", () => {
        if (!line.includes(mine)) return;
        line = line.filter((one) => one !== mine);
        reject(new AppError("timed_out"));
      });
    });
  }

  return async ({ address, isSignedIn, gone }, work) => {
    const mine = { address, isSignedIn };
    if (hasRoom(mine, inside)) inside.push(mine);
    else await waitInLine(mine, gone);
    try {
      return await work(() => isWanted(mine));
    } finally {
      leave(mine);
    }
  };
}

function countFrom(address: string, callers: Caller[]): number {
  return callers.filter((one) => one.address === address).length;
}

function countSignedOut(callers: Caller[]): number {
  return callers.filter((one) => !one.isSignedIn).length;
}

function lineFull(): AppError {
  return new AppError("unavailable", {
    message: "Too many images are being uploaded. Please try again in a moment.",
    retryAfter: 5,
  });
}
