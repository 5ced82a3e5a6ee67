// Runs `npm run images` without building the whole program. Tests run it as a separate process to kill it.
import { runImages } from "#server/images/images-command.ts";

process.exit(await runImages(process.argv.slice(2)));
