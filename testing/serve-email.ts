// A process of its own for tests of mail: a mail server that says where it listens, and then each mail that it takes.
import { startMailServer } from "./mail-server.ts";

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const { port } = await startMailServer({ port: Number(process.env.MAIL_PORT ?? "0"), tell: say });
say({ port });
