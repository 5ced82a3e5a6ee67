import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { doneAnswer, signedOutAnswer } from "#shared/identity/identity-contract.ts";
import { sessionIdBody, sessionRecord } from "#shared/identity/security-contract.ts";
import { endKeys } from "#server/api-keys/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { callIdentityService } from "../call-identity-service.ts";
import type { Identity } from "../identity.ts";
import { deleteLinks } from "../identity-store.ts";
import { lockIdentityForChange } from "../lock-identity.ts";
import { describeDevice } from "./describe-device.ts";
import { requireSession, sessionOf } from "./require-session.ts";
import { endAllSessions, endOtherSessions, endSession, listLiveSessions } from "./session-store.ts";

/**
 * The list of a user's sessions, and ending them. The paths are the service's, but the responses are ours: the service
 * would identify sessions by their secret token. Access tokens end with their session (read-viewer.ts).
 */
export function sessionRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  const onRequest = requireSession(deps);

  app.get(
    "/api/auth/list-sessions",
    {
      schema: {
        summary: "List the devices you are signed in on",
        response: { 200: z.array(sessionRecord) },
      },
      config: { priority: "essential", refusals: [401] },
      onRequest,
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { identityId, sessionId } = sessionOf(request);
      const sessions = await listLiveSessions(deps.db, identityId);
      return sessions.map(({ id, ipAddress, userAgent, createdAt, lastSeenAt }) => ({
        id,
        device: describeDevice(userAgent),
        address: ipAddress || null,
        begunAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThisDevice: id === sessionId,
      }));
    },
  );

  app.post(
    "/api/auth/revoke-session",
    {
      schema: {
        summary: "Sign out one device",
        body: sessionIdBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 404],
        examples: {
          body: { "A session of the list": { id: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11" } },
        },
      },
      onRequest,
    },
    async (request) => {
      const { identityId } = sessionOf(request);
      if (!(await endSession(deps.db, { identityId, sessionId: request.body.id })))
        throw new AppError("not_found", { message: "This session has ended already." });
      return { status: true };
    },
  );

  app.post(
    "/api/auth/revoke-other-sessions",
    {
      schema: { summary: "Sign out all other devices", response: { 200: doneAnswer } },
      config: { priority: "essential", refusals: [401] },
      onRequest,
    },
    async (request) => {
      await endOtherSessions(deps.db, sessionOf(request));
      return { status: true };
    },
  );

  app.post(
    "/api/auth/revoke-sessions",
    {
      schema: { summary: "Sign out all devices", response: { 200: signedOutAnswer } },
      config: { priority: "essential", refusals: [401] },
      onRequest,
    },
    async (request, reply) => {
      const { identityId, sessionId } = sessionOf(request);
      await deps.db.transaction(async (tx) => {
        await lockIdentityForChange(tx, { identityId, sessionId });
        await endAllSessions(tx, identityId);
        await endKeys(tx, identityId, "signed_out_everywhere");
        // A sign-in that waits for its code could still become a session.
        await deleteLinks(tx, identityId);
      });
      // The service clears the cookies.
      return callIdentityService<z.infer<typeof signedOutAnswer>>(deps, request, reply, {
        path: "/api/auth/sign-out",
      });
    },
  );
}
