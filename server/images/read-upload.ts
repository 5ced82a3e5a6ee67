import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { maximumImageBytes } from "#shared/images/image-contract.ts";

/** Refuses other bodies than forms before they are read. @throws AppError invalid_input naming the field */
export function refuseOtherContent(request: FastifyRequest): void {
  if (!request.isMultipart())
    throw refused("invalid_input", "Send the image as multipart/form-data, in the field image.");
}

/**
 * Reads the file in the multipart field `image`.
 * @throws AppError invalid_input naming the field if it is missing or the form is cut off, too_large above 10 MB
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  try {
    return await readPart(request);
  } catch (error) {
    // The parser throws plain errors about malformed forms.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw refused("invalid_input", "The form with the image is not complete. Send it again.");
  }
}

async function readPart(request: FastifyRequest): Promise<Buffer> {
  const part = await request.file({
    limits: { fileSize: maximumImageBytes, files: 1, fields: 8, parts: 9, headerPairs: 50 },
    throwFileSizeLimit: false,
  });
  if (part?.fieldname !== "image")
    throw refused("invalid_input", "Send the image as a file in the field image.");
  const bytes = await part.toBuffer();
  if (part.file.truncated)
    throw refused("too_large", "This image is larger than 10MB. Please choose a smaller one.");
  if (bytes.length === 0) throw refused("invalid_input", "The file in the field image is empty.");
  return bytes;
}

function refused(code: "invalid_input" | "too_large", message: string): AppError {
  return new AppError(code, { message, fields: { image: message } });
}
