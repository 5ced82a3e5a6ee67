/** Shows the progress of an import: a bar on a terminal, otherwise an occasional line. */
export type Progress = { update(rows: number): void; end(): void };

const barWidth = 30;
const rowsPerLine = 10_000;

export function createProgress(name: string, total: number, stream: NodeJS.WriteStream): Progress {
  let lastLine = 0;
  return {
    update(rows) {
      if (stream.isTTY) {
        const share = total === 0 ? 1 : rows / total;
        const filled = Math.round(share * barWidth);
        stream.write(
          `\r${name} [${"█".repeat(filled)}${"·".repeat(barWidth - filled)}] ${Math.floor(share * 100)} % of ${total} rows`,
        );
      } else if (rows - lastLine >= rowsPerLine) {
        lastLine = rows;
        stream.write(`${name}: ${rows} of ${total} rows\n`);
      }
    },
    end() {
      if (stream.isTTY) stream.write("\r\u001b[2K");
    },
  };
}
