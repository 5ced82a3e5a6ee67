import { Agent } from "node:http";
import { sendRequest } from "../load/send-request.mjs";

/**
 * An HTTP client with one connection that stays open, as a browser's.
 * @param {{ address: string, userAgent: string, record: (request: object) => void }} options `record` is called with
 *   every request once it has ended
 */
export function createClient({ address, userAgent, record }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /**
     * Sends a request. It never throws: status 0 stands for no answer.
     * @param {"read" | "write" | "dashboard" | "other"} kind how the request counts
     */
    async send(kind, method, path, { body, headers = {}, expected = [200] } = {}) {
      const id = nextId++;
      const startedAt = Date.now();
      const answer = await sendRequest(
        new URL(path, address),
        {
          agent,
          method,
          headers: {
            ...(body && { "content-type": "application/json" }),
            ...headers,
            "user-agent": `${userAgent}${id}`,
          },
        },
        body && (Buffer.isBuffer(body) ? body : JSON.stringify(body)),
      );
      const ok = expected.includes(answer.status);
      record({ id, kind, method, path, startedAt, endedAt: Date.now(), ok, ...facts(answer) });
      return { ...answer, ok };
    },
    close: () => agent.destroy(),
  };
}

let nextId = 1;

const facts = ({ status, error, headers, text }) => ({
  status,
  error,
  retryAfter: headers["retry-after"],
  // Of a failure only, for the list of them.
  answer: status === 200 ? "" : text.slice(0, 200),
});
