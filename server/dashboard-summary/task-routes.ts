import { taskAnswer } from "#shared/dashboard-summary/task-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { readTasks } from "./read-tasks.ts";

/** What waits for whoever is signed in. */
export function taskRoutes(app: App, deps: Deps): void {
  app.get("/api/tasks", { schema: { response: { 200: taskAnswer } } }, (request) =>
    readTasks(deps, viewerOf(request)),
  );
}
