import type { App } from "#server/platform/http/app-instance.ts";

/** Every route that the server answers: its methods and its path. */
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
      // Two routes whose parameters have different names stand as one: /:email|:id
      const one = url.replace(/\|:\w+/g, "");
      return methods!.split(", ").map((method) => ({ method, url: one }));
    });
}
