import type { App } from "#server/platform/http/app-instance.ts";

/** The methods and path of every route of the server. */
export function routesOf(app: App): { method: string; url: string }[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent, piece, methods] = /^([│ ]*[├└]── )(.*) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (indent === undefined) return [];
      const depth = indent.length / 4;
      parents.splice(depth - 1);
      parents.push(piece!);
      const url = parents.join("");
      // Fastify prints two routes with different parameter names as one: /:email|:id
      const one = url.replace(/\|:\w+/g, "");
      return methods!.split(", ").map((method) => ({ method, url: one }));
    });
}
