// The process that reads users' files, bundled for the tests that start it.
import { runReadFiles } from "#server/feeds/read/read-files-command.ts";

process.exit(await runReadFiles(process.argv.slice(3)));
