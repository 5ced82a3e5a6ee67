// `npm run dev`: runs the program with its modules loaded by Vite, so that edited pages reload.
import { createServer } from "vite";

const vite = await createServer({ appType: "custom", server: { middlewareMode: true } });
const { readEnvFile } = await vite.ssrLoadModule("/server/platform/config/read-env-file.ts");
readEnvFile();
// Vite answers slowly at first, and a page asks it for hundreds of modules.
process.env.LOAD_SHEDDING ??= "off";
const { serve } = await vite.ssrLoadModule("/server/serve.ts");
process.exitCode = await serve([], vite.middlewares);
await vite.close();
