/** What the SDK throws: an error of the store (`$metadata`), of the connection (`code`) or of the SDK itself. */
type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Whether an error says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name);
}

const wrongCredentials = [
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "InvalidToken",
  "ExpiredToken",
];
const wrongRegion = [
  "PermanentRedirect",
  "AuthorizationHeaderMalformed",
  "IllegalLocationConstraintException",
];

/** Why a store cannot be used and what to do, for the operator. */
export function explainS3Mistake(store: string, bucket: string, thrown: unknown): string {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as S3Error;
  const { name, code, message } = error;
  if (name === "CredentialsProviderError")
    return "no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";
  if (wrongCredentials.includes(name))
    return `${store} refuses the credentials (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  if (name === "NoSuchBucket")
    return `${store} has no bucket ${bucket}. Create it, or correct the name.`;
  if (wrongRegion.includes(name))
    return `the bucket ${bucket} is in another region (${name}). Add ?region=… to the URL.`;
  if (error.$metadata?.httpStatusCode === 403)
    return `${store} does not allow this account to list, read, write and delete objects (${name}). Grant s3:ListBucket on the bucket and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects.`;
  if (name === "TimeoutError" || name === "AbortError")
    return `${store} did not respond in time. Check the endpoint and the network.`;
  if (code !== undefined)
    return `${store} cannot be reached (${code}). Check the endpoint and the network.`;
  return `${store} failed: ${name}: ${message}`;
}
