import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";

export type Patience = {
  /** Milliseconds in which at least `leastBytes` arrive. */
  stall: number;
  leastBytes: number;
  /** Milliseconds for all of it. */
  total: number;
};

/** 10 MB over a slow mobile network arrive in time; a sender that says nothing, or a byte now and then, is cut off. */
const usualPatience: Patience = { stall: 10_000, leastBytes: 8_192, total: 180_000 };

/**
 * Reads a request's body with `read` for as long as it keeps arriving.
 * @throws AppError timed_out where it stalls or takes too long; the answer then closes the connection
 */
export function readPatiently<T>(
  request: FastifyRequest,
  read: () => Promise<T>,
  { stall, leastBytes, total }: Patience = usualPatience,
): Promise<T> {
  const arrived = () => request.raw.socket.bytesRead;
  return new Promise<T>((resolve, reject) => {
    let before = arrived();
    let waited = 0;
    const timer = setInterval(() => {
      const now = arrived();
      waited += stall;
      if (now - before < leastBytes || waited >= total) reject(new AppError("timed_out"));
      before = now;
    }, stall);
    read()
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
  });
}
