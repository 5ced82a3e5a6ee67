// A mail server in a separate process. Prints its address, and then each email that it receives.
import { startMailServer } from "./mail-server.ts";

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const { port } = await startMailServer({ port: Number(process.env.MAIL_PORT ?? "0"), tell: say });
say({ port });
