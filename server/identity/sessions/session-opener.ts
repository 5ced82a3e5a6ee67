import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/**
 * A call of the identity service that only this program can make (no route leads to it, and the service's own router
 * leaves it out): a session for somebody whom we have recognised ourselves.
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
        if (!user) throw new Error("A session was asked for nobody.");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(call, { session, user });
        return { opened: true };
      },
    ),
  },
};
