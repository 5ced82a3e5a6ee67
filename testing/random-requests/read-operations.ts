import { z } from "zod";

export type Schema = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
};
type Content = Record<string, { schema?: Schema }>;
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type Documented = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, object> };
};

/** One call of the API documentation. */
export type Operation = {
  method: string;
  path: string;
  query: Parameter[];
  /** The schema of its JSON body. */
  body: Schema | null;
  takesFile: boolean;
  /** Whether a value of a query parameter or a field of the body fits its schema. */
  fits: (part: "query" | "body", name: string, value: unknown) => boolean;
  /** What is wrong with an answer, or null. */
  findMismatch: (status: number, type: string, text: string) => string | null;
};

/** The calls of an OpenAPI document. */
export function readOperations(document: ApiDocument): Operation[] {
  const { schemas } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => {
      const query = (documented.parameters ?? []).filter((parameter) => parameter.in === "query");
      const content = documented.requestBody?.content ?? {};
      const body = content["application/json"]?.schema ?? null;
      const inputs = {
        query: readers(Object.fromEntries(query.map(({ name, schema }) => [name, schema]))),
        body: readers(body?.properties ?? {}),
      };
      return {
        method: method.toUpperCase(),
        path,
        query,
        body,
        takesFile: content["multipart/form-data"] !== undefined,
        fits: (part, name, value) => inputs[part].get(name)?.(value) ?? true,
        findMismatch: answerCheck(documented.responses, schemas),
      };
    }),
  );
}

function readers(fields: Record<string, Schema>): Map<string, (value: unknown) => boolean> {
  return new Map(
    Object.entries(fields).map(([name, schema]) => {
      const type = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
      return [name, (value) => type.safeParse(value).success];
    }),
  );
}

function answerCheck(responses: Documented["responses"], schemas: Record<string, object>) {
  const types = new Map<string, z.ZodType>();
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.["application/json"]?.schema;
    if (!schema) continue;
    // Components are the definitions of a schema of its own.
    const text = JSON.stringify({ ...schema, $defs: schemas });
    const whole: unknown = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
    types.set(status, z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]));
  }
  return (status: number, contentType: string, text: string): string | null => {
    if (!responses[status]) return `does not document ${status}`;
    const type = types.get(String(status));
    if (!type || !contentType.startsWith("application/json"))
      return type && text !== "" ? `answers ${contentType || "no type"} instead of JSON` : null;
    const read = type.safeParse(parse(text));
    return read.success ? null : `does not fit its schema: ${z.prettifyError(read.error)}`;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
