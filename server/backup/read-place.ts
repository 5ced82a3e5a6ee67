import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { looksLikePlace } from "#server/platform/config/place-address.ts";
import { CommandError } from "./command/command-error.ts";

/**
 * The place that a command names, or BACKUP_URL. A folder is relative to where the command was typed; in BACKUP_URL, to where the
 * shop runs.
 * @param commands the words that the command knows besides places
 * @throws CommandError if a word is neither a place nor a command, or there is no place
 */
export function readPlace(
  words: readonly string[],
  config: Pick<Config, "BACKUP_URL">,
  commands: readonly string[],
): string {
  const wrong = words.find((word) => !looksLikePlace(word));
  const commandsHint = commands.length > 0 ? `The commands are ${commands.join(" and ")}. ` : "";
  if (wrong !== undefined)
    throw new CommandError(
      `“${wrong}” is neither a command nor a place. ${commandsHint}A place begins with /, ./, ../ or s3://: ./${wrong} is a folder`,
    );
  const [word, ...rest] = words;
  if (rest.length > 0) throw new CommandError(`Name one place, not ${words.length}`);
  const { BACKUP_URL } = config;
  if (word !== undefined) {
    // npm changes to the program's folder, where the shop reads its settings.
    const place = absolute(word, process.env.INIT_CWD ?? process.cwd());
    return BACKUP_URL && place === absolute(BACKUP_URL, process.cwd()) ? BACKUP_URL : place;
  }
  if (!BACKUP_URL) throw new CommandError("Name a place of backups, or set BACKUP_URL");
  return BACKUP_URL;
}

function absolute(place: string, cwd: string): string {
  return place.includes("://") ? place : path.resolve(cwd, place);
}
