// Runs the whole shop as `serve` does, without the built files. Tests run it as a separate process.
import { serve } from "#server/serve.ts";

process.exit(await serve([], (_request, _response, next) => next()));
