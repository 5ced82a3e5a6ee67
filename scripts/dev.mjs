// `npm run dev`: runs the program with its modules loaded by Vite, so that edited pages reload.
import { createServer } from "vite";

const vite = await createServer({ appType: "custom", server: { middlewareMode: true } });
const { readEnvFile } = await vite.ssrLoadModule("/server/platform/config/read-env-file.ts");
readEnvFile();
const { serve } = await vite.ssrLoadModule("/server/serve.ts");
process.exitCode = await serve([], vite.middlewares);
await vite.close();
