import { request } from "node:http";

const longestAnswer = 30_000;

/**
 * Sends a request over the agent's connections. It never throws: without an answer the status is 0 and `error` has the
 * code. The text of a compressed answer is empty.
 * @param {import("node:http").RequestOptions} options
 * @param {string | Buffer} [body]
 */
export function sendRequest(url, options, body) {
  return new Promise((resolve) => {
    const fail = (error) => resolve({ status: 0, headers: {}, text: "", error: error.code });
    const sent = request(url, options, (response) => {
      const parts = [];
      response
        .on("data", (part) => parts.push(part))
        .on("error", fail)
        .on("end", () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: response.headers["content-encoding"] ? "" : Buffer.concat(parts).toString(),
          }),
        );
    });
    sent.setTimeout(longestAnswer, () =>
      sent.destroy(Object.assign(new Error("No answer"), { code: "NO_ANSWER" })),
    );
    sent.on("error", fail).end(body);
  });
}
