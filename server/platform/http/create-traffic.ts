import { Server as TcpServer, type Socket } from "node:net";
import type { Server, ServerResponse } from "node:http";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two looks at the connections that are left. */
const lookEvery = 50;

export type Traffic = ReturnType<typeof createTraffic>;

/** The connections and unfinished answers of this process, so that it can stop without cutting off a request. */
export function createTraffic() {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const unfinished = new Set<ServerResponse>();
  let isFinishing = false;

  // One listener for all responses, because a closure for each costs more.
  function onAnswered(this: ServerResponse) {
    unfinished.delete(this);
  }

  function closeAfterAnswer(response: ServerResponse) {
    // Node then sends `Connection: close`.
    if (!response.headersSent) response.shouldKeepAlive = false;
  }

  return {
    watch(server: Server) {
      servers.push(server);
      server.on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      });
    },
    begin(response: ServerResponse) {
      unfinished.add(response);
      response.on("close", onAnswered);
      if (isFinishing) closeAfterAnswer(response);
    },
    /** The number of requests that are being answered. */
    unfinished: () => unfinished.size,
    /**
     * Accepts no more connections and resolves once all are closed: those with a request after its answer, idle ones
     * after `idleFor` milliseconds without a byte from the client, so that a client under load gets to know by an answer
     * and never sends on a connection that is just being closed.
     */
    async finish(idleFor: number): Promise<void> {
      // Connections that arrived during this turn of the event loop are accepted first.
      await setImmediate();
      // Unlike HTTP's own `close`, it leaves idle connections open.
      for (const server of servers) TcpServer.prototype.close.call(server);
      isFinishing = true;
      for (const response of unfinished) closeAfterAnswer(response);
      const seen = new Map<Socket, { bytes: number; since: number }>();
      while (sockets.size > 0) {
        const busy = new Set([...unfinished].map(({ socket }) => socket));
        for (const socket of sockets) {
          const bytes = socket.bytesRead;
          const before = seen.get(socket);
          if (busy.has(socket) || before?.bytes !== bytes)
            seen.set(socket, { bytes, since: performance.now() });
          else if (performance.now() - before.since >= idleFor) socket.destroy();
        }
        await sleep(lookEvery);
      }
    },
    /** Closes every connection, even during a request or an upload. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
