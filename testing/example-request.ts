import type { Call } from "./test-app.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Parameter = { in: string; name: string; required?: boolean; example?: unknown };
type Content = Record<string, { examples?: Record<string, { value: unknown }> }>;
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, object>;
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/** A call of the API documentation by its name in the policy table; undefined if it is hidden there. */
export function operationOf(document: ApiDocument, call: string): Operation | undefined {
  const [method = "", url = ""] = call.split(" ");
  return document.paths[url.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
}

const feedFile = "make,model,year,price,currency,mileage\nBMW,X5,2019,30000,USD,9000 mi\n";

/**
 * A request as the API documentation describes the call: with the first example of its body and of the query parameters
 * that it requires.
 * @param params values of the path's parameters
 */
export function exampleRequest(
  document: ApiDocument,
  call: string,
  params: Record<string, string>,
): { method: Method; url: string } & Call {
  const [method, path = ""] = call.split(" ") as [Method, string];
  const { parameters = [], requestBody } = operationOf(document, call) ?? {};
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required && parameter.example)
    .map(({ name, example }) => `${name}=${String(example)}`);
  const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  return {
    method,
    url: query.length > 0 ? `${url}?${query.join("&")}` : url,
    ...exampleBody(requestBody?.content ?? {}),
  };
}

function exampleBody(content: Content): Call {
  if (content["application/octet-stream"])
    return {
      body: Buffer.from(feedFile),
      headers: { "content-type": "application/octet-stream" },
    };
  const [example] = Object.values(content["application/json"]?.examples ?? {});
  return example ? { body: example.value } : {};
}
