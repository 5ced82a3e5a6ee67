import type { IncomingMessage, ServerResponse } from "node:http";
import { answerUnavailable, busy, starting } from "./answer-unavailable.ts";
import type { Gate } from "#server/app.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Overload } from "#server/platform/http/create-overload.ts";
import { healthPaths, livePath } from "#server/platform/http/health-routes.ts";
import { proxyCheck, requestIdOf } from "#server/platform/http/request-id.ts";
import { waitsFor } from "#server/platform/http/waits-for.ts";
import type { OpenidHandler } from "./start-sign-in-provider.ts";
import { isOpenidPath } from "#simulators/openid-provider/openid-path.ts";
import {
  isSimulatorPath,
  type PaymentSimulator,
} from "#simulators/payment-provider/start-payment-simulator.ts";

type GateServers = {
  simulator: PaymentSimulator | null;
  openid: OpenidHandler | null;
  overload: Pick<Overload, "isPossible" | "admits">;
  isOpen: () => boolean;
};

/**
 * Which server handles a request instead of the product server. Card data bypasses it, as with the provider's own form;
 * the OpenID provider is separate, too. Requests get 503 until the shop is open, and in an overload.
 */
export function createGate(
  config: Pick<Config, "BRAND_NAME" | "LOAD_SHEDDING" | "TRUSTED_PROXIES">,
  { simulator, openid, overload, isOpen }: GateServers,
): Gate {
  const isFromProxy = proxyCheck(config);
  const refuseWith = (reason: typeof busy) => ({
    handle: (request: IncomingMessage, response: ServerResponse) =>
      answerUnavailable(request, response, config, reason, requestIdOf(request, isFromProxy)),
  });
  const whileStarting = refuseWith(starting);
  const whileBusy = refuseWith(busy);
  const isShedding = config.LOAD_SHEDDING === "on";
  return (request, response, routes) => {
    const { url } = request;
    if (isSimulatorPath(url) && simulator) return simulator;
    if (isOpenidPath(url) && openid) return openid;
    if (!isOpen()) return url === livePath ? null : whileStarting;
    if (!isShedding || !overload.isPossible()) return null;
    // A refused check would move the load of a busy process to the others, or restart it.
    if (url !== undefined && healthPaths.has(url)) return null;
    const { priority = "normal", waits } = routes.find(request);
    const isAdmitted = overload.admits(priority, waitsFor(request, { waits }), (listener) =>
      response.once("close", listener),
    );
    return isAdmitted ? null : whileBusy;
  };
}
