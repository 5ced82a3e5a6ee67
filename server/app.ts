import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import Fastify from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { AppError } from "#shared/errors/app-error.ts";
import { apiKeyRoutes } from "#server/api-key-management/api-key-routes.ts";
import { accountRoutes } from "#server/account-management/account-routes.ts";
import { accountDeletionRoutes } from "#server/account-deletion/account-deletion-routes.ts";
import { profileRoutes } from "#server/account-management/profile-routes.ts";
import { auditRoutes } from "#server/audit-log/audit-routes.ts";
import { bookingRoutes } from "#server/booking-management/booking-routes.ts";
import { identityRoutes } from "#server/identity/identity-routes.ts";
import { thirdPartyRoutes } from "#server/identity/third-party/third-party-routes.ts";
import { passkeyRoutes } from "#server/identity/passkeys/passkey-routes.ts";
import { passwordRoutes } from "#server/identity/passwords/password-routes.ts";
import { recoveryRoutes } from "#server/identity/passwords/recovery-routes.ts";
import { sessionRoutes } from "#server/identity/sessions/session-routes.ts";
import { twoFactorRoutes } from "#server/identity/two-factor/two-factor-routes.ts";
import { catalogueRoutes } from "#server/catalogue/catalogue-routes.ts";
import { searchRoutes } from "#server/catalogue/search-routes.ts";
import { carHistoryRoutes } from "#server/car-history/car-history-routes.ts";
import { vinClaimRoutes } from "#server/car-history/vin-claim-routes.ts";
import { suggestionRoutes } from "#server/catalogue/suggestion-routes.ts";
import { favoriteRoutes } from "#server/favorites/favorite-routes.ts";
import { freshnessRoutes } from "#server/freshness/freshness-routes.ts";
import { savedSearchRoutes } from "#server/saved-searches/saved-search-routes.ts";
import { feedEditRoutes } from "#server/feeds/feed-edit-routes.ts";
import { feedFileRoutes } from "#server/feeds/feed-file-routes.ts";
import { feedPlanRoutes } from "#server/feeds/feed-plan-routes.ts";
import { feedRoutes } from "#server/feeds/feed-routes.ts";
import { imageRoutes } from "#server/images/image-routes.ts";
import { limitCalls } from "#server/limits/public.ts";
import { listingRoutes } from "#server/listing-management/listing-routes.ts";
import { apiDocs } from "#server/platform/http/api-docs.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { compressAnswers } from "#server/platform/http/compress-answers.ts";
import { createTraffic, type Traffic } from "#server/platform/http/create-traffic.ts";
import { errorAnswer, errorHandler } from "#server/platform/http/error-handler.ts";
import { healthRoutes } from "#server/platform/http/health-routes.ts";
import { observeRequests } from "#server/platform/http/observe-requests.ts";
import { proxyCheck, requestIdOf } from "#server/platform/http/request-id.ts";
import { requestLogger } from "#server/platform/logger.ts";
import { parseJson } from "#server/platform/http/parse-json.ts";
import { faultOf, refuseMalformed } from "#server/platform/http/refuse-malformed.ts";
import { refuseUnknownQuery } from "#server/platform/http/refuse-unknown-query.ts";
import { createRouteIndex, type RouteIndex } from "#server/platform/http/route-index.ts";
import {
  presetSecurityHeaders,
  securityHeaders,
  sendSecurityHeaders,
} from "#server/platform/http/security-headers.ts";
import { validateInput } from "#server/platform/http/validate-input.ts";
import { moderationRoutes } from "#server/moderation/moderation-routes.ts";
import { paymentRoutes } from "#server/payments/payment-routes.ts";
import { dataFileRoutes } from "#server/privacy/data-file-routes.ts";
import { sellerCheckRoutes } from "#server/seller-checks/seller-check-routes.ts";
import { reviewRoutes } from "#server/reviews/review-routes.ts";
import { reportRoutes } from "#server/reports/report-routes.ts";
import { outboxRoutes } from "#server/email-delivery/outbox-routes.ts";
import { receiptRoutes } from "#server/receipts/receipt-routes.ts";
import { sellerStatsRoutes } from "#server/seller-stats/seller-stats-routes.ts";
import { dashboardSummaryRoutes } from "#server/dashboard-summary/dashboard-summary-routes.ts";
import { systemRoutes } from "#server/system/system-routes.ts";
import { webhookRoutes } from "#server/webhooks/webhook-routes.ts";
import { valuationRoutes } from "#server/valuation/valuation-routes.ts";
import type { Deps } from "./deps.ts";
import { describeCall } from "#server/api-docs/describe-call.ts";
import { enforcePolicy } from "./enforce-policy.ts";

/** Which server handles a request instead of the product server, or null. */
export type Gate = (
  request: IncomingMessage,
  response: ServerResponse,
  routes: Pick<RouteIndex, "find">,
) => { handle: (request: IncomingMessage, response: ServerResponse) => unknown } | null;

/** Milliseconds for a request to arrive. A slow upload gets ten minutes once its turn comes (server/images). */
const longestRequest = 12 * 60_000;

/** The product server: every call under /api and the image files, without the pages. */
export async function buildApp(
  deps: Deps,
  gate: Gate = () => null,
  traffic: Traffic = createTraffic(),
): Promise<App> {
  let isClosing = false;
  const isFromProxy = proxyCheck(deps.config);
  const routerOptions = { maxParamLength: 320 };
  const routes = createRouteIndex(routerOptions);
  const app = Fastify({
    serverFactory: (handler, { keepAliveTimeout }) => {
      const server = Object.assign(
        // Node would answer a request without a Host itself, without the security headers (see `faultOf`).
        createServer({ requireHostHeader: false }, (request, response) => {
          traffic.begin(response);
          const other = gate(request, response, routes);
          // While closing, Fastify answers 503 without running hooks.
          if (other || isClosing) presetSecurityHeaders(response, deps.config);
          if (other && !faultOf(request)) other.handle(request, response);
          else handler(request, response);
        }).on("checkExpectation", (_request, response: ServerResponse) => {
          presetSecurityHeaders(response, deps.config);
          response.writeHead(417, { "cache-control": "no-store" }).end();
        }),
        { keepAliveTimeout, requestTimeout: longestRequest },
      );
      traffic.watch(server);
      return server;
    },
    loggerInstance: deps.log,
    childLoggerFactory: requestLogger,
    genReqId: (request) => requestIdOf(request, isFromProxy),
    trustProxy: deps.config.TRUSTED_PROXIES?.split(",").map((proxy) => proxy.trim()) ?? false,
    // Far more than a listing's text fields need. Images have their own limit.
    bodyLimit: 256 * 1024,
    routerOptions,
    // A malformed URL has no route, so no hooks run.
    frameworkErrors: (error, request, reply) =>
      void errorHandler(
        error,
        request,
        reply.headers({
          ...securityHeaders(deps.config),
          "cache-control": "no-store",
          "x-request-id": request.id,
        }),
      ),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps.config),
  }) as unknown as App;

  app.setValidatorCompiler(validateInput);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(errorAnswer(new AppError("not_found"), request.id)),
  );
  parseJson(app);

  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onRoute", (route) => routes.add(route));
  observeRequests(app, isFromProxy);
  sendSecurityHeaders(app, deps.config);
  refuseMalformed(app);
  await compressAnswers(app);
  await apiDocs(app, deps.config, describeCall);
  enforcePolicy(app, deps);
  limitCalls(app, deps);
  refuseUnknownQuery(app);

  addRoutes(app, deps);
  return app;
}

function addRoutes(app: App, deps: Deps): void {
  healthRoutes(app, deps);
  identityRoutes(app, deps);
  recoveryRoutes(app, deps);
  thirdPartyRoutes(app, deps);
  passwordRoutes(app, deps);
  sessionRoutes(app, deps);
  twoFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
  accountRoutes(app, deps);
  profileRoutes(app, deps);
  accountDeletionRoutes(app, deps);
  dataFileRoutes(app, deps);
  catalogueRoutes(app, deps);
  searchRoutes(app, deps);
  valuationRoutes(app, deps);
  suggestionRoutes(app, deps);
  carHistoryRoutes(app, deps);
  vinClaimRoutes(app, deps);
  freshnessRoutes(app, deps);
  favoriteRoutes(app, deps);
  savedSearchRoutes(app, deps);
  listingRoutes(app, deps);
  apiKeyRoutes(app, deps);
  feedRoutes(app, deps);
  feedEditRoutes(app, deps);
  feedFileRoutes(app, deps);
  feedPlanRoutes(app, deps);
  webhookRoutes(app, deps);
  bookingRoutes(app, deps);
  paymentRoutes(app, deps);
  reportRoutes(app, deps);
  reviewRoutes(app, deps);
  sellerCheckRoutes(app, deps);
  moderationRoutes(app, deps);
  imageRoutes(app, deps);
  receiptRoutes(app, deps);
  auditRoutes(app, deps);
  dashboardSummaryRoutes(app, deps);
  sellerStatsRoutes(app, deps);
  outboxRoutes(app, deps);
  systemRoutes(app, deps);
}

// Requests that are not valid HTTP reach no route. They get a plain answer without a stack.
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: import("node:net").Socket,
  config: Deps["config"],
) {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const headers = Object.entries(securityHeaders(config)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers,
      "Connection: close",
      "Content-Length: 0",
      "",
      "",
    ].join("\r\n"),
  );
}
