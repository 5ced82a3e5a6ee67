/**
 * Whether a word of a command names a folder or bucket, so that a mistyped command is not taken for a folder. Folders
 * begin with `/`, `./` or `../`, and on Windows also with a drive or `\\server`.
 */
export function looksLikePlace(
  word: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (/^s3:\/\//i.test(word) || /^\.{0,2}\//.test(word) || word === "." || word === "..")
    return true;
  return platform === "win32" && /^(\.{0,2}\\|[a-z]:[\\/])/i.test(word);
}
