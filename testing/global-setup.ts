import { bundleProgram } from "./bundle-program.ts";
import { createTemplate, serverVariable, templateVariable } from "./database/test-database.ts";
import { startTestServer } from "./database/test-server.ts";

/**
 * Starts one server with one migrated template for the whole run, and bundles the process that reads users' files. All are
 * removed after it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const template = await createTemplate(server.url);
  process.env[serverVariable] = server.url;
  process.env[templateVariable] = template.name;
  const reader = await bundleProgram("imports/read-files", { noExternal: true });
  process.env.TEST_READER = reader.program;
  return async () => {
    reader.remove();
    await template.drop();
    await server.stop();
  };
}
