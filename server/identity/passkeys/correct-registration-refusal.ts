/**
 * The passkey plugin answers 500 to a registration that it cannot verify, although the fault is the caller's: here it is
 * a 400. Every other answer is left as it is.
 */
export async function registrationRefusal(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  if (body?.code !== "FAILED_TO_VERIFY_REGISTRATION") return answer;
  const refusal = { ...body, message: "This passkey is not valid here." };
  return Response.json(refusal, { status: 400, headers: answer.headers });
}
