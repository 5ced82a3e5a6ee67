/**
 * The passkey plugin responses 500 if it cannot verify a registration, although the error is the caller's. Turns that into
 * a 400 and leaves every other response as it is.
 */
export async function correctRegistrationRefusal(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  if (body?.code !== "FAILED_TO_VERIFY_REGISTRATION") return response;
  const refusal = { ...body, message: "This passkey is not valid here." };
  return Response.json(refusal, { status: 400, headers: response.headers });
}
