import type { Plan } from "./requests.ts";
import { isKnown } from "./values.ts";
import type { Answer, Sent } from "./send-request.ts";

type ErrorBody = { error?: { code?: string; fields?: Record<string, string> } };

/** What is wrong with an answer, or null. `headers` are those that every answer has. */
export function judgeAnswer(
  { operation, fault, pathValue }: Plan,
  sent: Sent,
  answer: Answer | null,
  headers: string[],
): string | null {
  if (!answer) return "the connection was dropped";
  const { status } = answer;
  // A busy machine may be too slow for the check's deadline, and this is the answer for it.
  const isNotReady = status === 503 && operation.path === "/api/health/ready";
  if (status >= 500 && !isNotReady) return `answers ${status}: ${answer.text.slice(0, 300)}`;
  // Node refuses headers and URLs that are too long before the shop sees them.
  if (status === 431) return null;
  const missing = [...headers, "x-request-id"].filter((name) => !answer.headers[name]);
  if (missing.length > 0) return `${status} without ${missing.join(", ")}`;
  if (status === 429 && !answer.headers["retry-after"]) return "429 without retry-after";
  // An odd path may be that of no call.
  const isNoCall = !pathValue.own && status === 404;
  if (isNotReady) return null;
  const mismatch = operation.findMismatch(
    status,
    String(answer.headers["content-type"] ?? ""),
    answer.text,
  );
  if (mismatch && !isNoCall) return mismatch;
  return judgeFields(fault, operation, status, answer.text, sent, pathValue.own);
}

/** A refusal of one bad field names it, and a field that does not fit its schema is not accepted. */
function judgeFields(
  fault: Plan["fault"],
  { fits, body }: Plan["operation"],
  status: number,
  text: string,
  sent: Sent,
  isOwnPath: boolean,
): string | null {
  const isBad =
    (fault.kind === "missing" && (fault.part === "query" || sent.body !== null)) ||
    (fault.kind === "odd" && isOutside(fault, fits, isRequired(fault, body)));
  if (!isBad || !("name" in fault)) return null;
  if (status < 300) return `accepts ${fault.kind} ${fault.part} ${fault.name}`;
  // A bad path is refused first.
  if (status !== 400 || !isOwnPath) return null;
  const { error } = JSON.parse(text) as ErrorBody;
  const isOptionalBody = body?.anyOf !== undefined;
  if (isOptionalBody || error?.code !== "invalid_input") return null;
  // A part of a field is named with it, such as `options.currency`.
  const names = Object.keys(error.fields ?? {});
  if (names.some((name) => name === fault.name || name.startsWith(`${fault.name}.`))) return null;
  return `does not name ${fault.name}: ${text.slice(0, 300)}`;
}

/** A body without a list of required fields requires none. */
function isRequired(
  { part, name }: Extract<Plan["fault"], { kind: "odd" }>,
  body: Plan["operation"]["body"],
): boolean {
  return part !== "body" || (body?.required?.includes(name) ?? false);
}

function isOutside(
  { part, name, value }: Extract<Plan["fault"], { kind: "odd" }>,
  fits: Plan["operation"]["fits"],
  required: boolean,
): boolean {
  // An id of an existing row is text.
  if (isKnown(value) || fits(part, name, value)) return false;
  // Forms send numbers as text, and empty text for an empty field.
  if (value === "" || value === null) return required;
  return typeof value !== "string" || !fits(part, name, Number(value));
}
