import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Reads the title, the number of pages and the texts of a PDF, in the order in the file. */
export async function readPdf(
  pdf: Buffer,
): Promise<{ title: string; pages: number; texts: string[] }> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  try {
    const document = await task.promise;
    const { info } = (await document.getMetadata()) as { info: { Title?: string } };
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      for (const item of items)
        if ("str" in item && item.str !== "" && !isColumnGap(item)) texts.push(item.str);
    }
    return { title: info.Title ?? "", pages: document.numPages, texts };
  } finally {
    await task.destroy();
  }
}

/** pdf.js reports the distance between two columns as a wide space. Lengths are points. */
function isColumnGap({ str, width }: { str: string; width: number }): boolean {
  return str === " " && width > 20;
}
