import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/**
 * An endpoint of the identity service that only the server can call (no route leads to it, and the service's router
 * excludes it). It opens a session for an identity that was recognized without the service.
 */
export const sessionOpener = {
  id: "session-opener",
  endpoints: {
    openSession: createAuthEndpoint(
      "/open-session",
      {
        method: "POST",
        body: z.object({ identityId: z.string() }),
        metadata: { SERVER_ONLY: true },
      },
      async (call) => {
        const { internalAdapter } = call.context;
        const user = await internalAdapter.findUserById(call.body.identityId);
        if (!user) throw new Error("Cannot open a session for an unknown identity.");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(call, { session, user });
        return { opened: true };
      },
    ),
  },
};
