import { createTemplate, serverVariable, templateVariable } from "./database/test-database.ts";
import { startTestServer } from "./database/test-server.ts";

/** Starts one server with one migrated template for the whole run, and removes both after it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const template = await createTemplate(server.url);
  process.env[serverVariable] = server.url;
  process.env[templateVariable] = template.name;
  return async () => {
    await template.drop();
    await server.stop();
  };
}
