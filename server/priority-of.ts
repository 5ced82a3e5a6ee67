import type { IncomingMessage } from "node:http";
import type { Priority, Waits } from "#server/platform/http/create-overload.ts";

// Sign-in, booking, payment and their pages, the card provider's webhook, metrics, and files of the build, which cost
// little. Health checks are never refused (create-gate.ts).
const essential =
  /^\/(api\/(auth\/|jwt|users$|account$|bookings|create-payment-intent|payments|metrics)|assets\/|cars\/sizes\/|login|signup|forgot-password|reset-password|verify-email|dashboard\/(payment|receipt|myorders)|metrics$|favicon)/;

// What a page does without, and lists that can wait.
const optional =
  /^\/(api\/(listings\/suggestions|listings\/[^/]+\/(?:similar|history|reviews|checks)|history\/(?:head|chain)|products\/[^/]+\/views|audit|seller\/stats|account\/data|openapi\.json|outbox|moderation|reportedProducts|reviews|appeals)|sitemap|blog|compare)/;

// Its pictures are below, too.
const carPage = /^\/cars\/(?!sizes\/)/;
const carDetails = /^\/api\/listings\/[^/]+\/(?:history|history\/seals|reviews|checks)(\?|$)/;
const historyChain = /^\/api\/history\/chain/;
const historyHead = /^\/api\/history\/head/;

/** How late a request is refused in an overload, by its path. */
export function priorityOf(url: string): Priority {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  if (essential.test(path)) return "essential";
  return optional.test(path) ? "optional" : "normal";
}

/**
 * Which connections a request waits for. Public reads are answered from memory, except the history of cars and the
 * reviews and checks of sellers. Car pages are the same with a session, which only calls look up.
 */
export function waitsFor({ method, headers, url = "" }: IncomingMessage): Waits {
  if (method !== "GET" && method !== "HEAD") return "requests";
  if (carPage.test(url)) return "visitors";
  const isSignedIn = headers.authorization !== undefined || headers.cookie !== undefined;
  if (isSignedIn || historyHead.test(url)) return "requests";
  return carDetails.test(url) || historyChain.test(url) ? "visitors" : null;
}
