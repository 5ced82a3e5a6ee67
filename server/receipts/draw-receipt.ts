import { formatMajor } from "#shared/money/money.ts";
import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import { receiptDay, receiptMoment } from "#shared/receipts/receipt-format.ts";
import { receiptFonts } from "./receipt-fonts.ts";
import { openSheet, type Sheet } from "./sheet.ts";

const ink = "#14130f";
const muted = "#5b564c";
const line = "#dcd2be";
const brass = "#a98a4b";
const green = "#0f3d2e";

// A4 in points, and the area inside the margins.
const page = { width: 595.28, height: 841.89 };
const left = 56;
const width = page.width - 2 * left;
const column = (width - 32) / 2;

/** Draws a receipt as a PDF with one A4 page. The same receipt always gives the same bytes. */
export async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  // Loaded with the first receipt, to keep the start of the server fast.
  const { default: PDFDocument } = await import("pdfkit");
  const fonts = await receiptFonts();
  const title = `Receipt ${receipt.number}`;
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    // Long text must not start a second page.
    autoFirstPage: false,
    bufferPages: false,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    tagged: true,
    info: {
      Title: title,
      Author: receipt.shop,
      Subject: receipt.item,
      CreationDate: new Date(receipt.issuedAt),
      ModDate: new Date(receipt.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on("end", resolve);
    document.on("error", reject);
  });
  document.addPage();
  drawPage(openSheet(document, fonts), receipt);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawPage(sheet: Sheet, receipt: Receipt): void {
  const small = { face: "text", size: 9.5, color: muted } as const;
  const body = { face: "text", size: 11, color: ink } as const;
  const money = (amount: number) => formatMajor(amount, receipt.currency);
  const across = (y: number) => ({ x: left, y, width });

  sheet.write(receipt.shop, { face: "display", size: 22, color: ink }, across(60));
  sheet.write(
    `Receipt ${receipt.number}`,
    { ...body, color: muted },
    { ...across(70), align: "right" },
  );
  sheet.rule(across(98), brass, 0.8);

  let y = sheet.write(
    receipt.item,
    { face: "display", size: 32, color: ink },
    { ...across(132), lines: 3 },
  );
  y = sheet.write(
    `Paid by card on ${receiptDay(receipt.issuedAt)}`,
    { ...body, color: muted },
    across(y + 12),
  );
  y = sheet.write(
    money(receipt.amountPaid),
    { face: "display", size: 44, color: green },
    across(y + 20),
  );

  const top = y + 24;
  const seller = drawParty(sheet, "Seller", receipt.seller, { x: left, y: top });
  const buyer = drawParty(sheet, "Buyer", receipt.buyer, { x: left + column + 32, y: top });
  y = Math.max(seller, buyer) + 30;

  const amounts: [string, number][] = [
    ["Price of the car", receipt.price],
    ["Paid by card", receipt.amountPaid],
    ...(receipt.amountRefunded > 0
      ? ([["Refunded", receipt.amountRefunded]] as [string, number][])
      : []),
    ["Due to the seller at handover", receipt.amountDueAtHandover],
  ];
  for (const [label, amount] of amounts) {
    sheet.rule(across(y), line);
    sheet.write(label, body, across(y + 9));
    sheet.write(money(amount), { ...body, face: "strong" }, { ...across(y + 9), align: "right" });
    y += 34;
  }
  sheet.rule(across(y), brass, 0.8);

  y += 30;
  for (const [label, value] of [
    ["Receipt number", receipt.number],
    ["Issued", receiptMoment(receipt.issuedAt)],
    ["Transaction ID", receipt.transactionId],
    ["Booking", receipt.bookingId],
    ["Currency", receipt.currency],
  ] as const) {
    sheet.write(label, small, across(y));
    y =
      sheet.write(
        value,
        { ...small, color: ink },
        { x: left + 110, y, width: width - 110, lines: 2 },
      ) + 4;
  }

  sheet.rule(across(page.height - 76), line);
  sheet.write(
    `${receipt.shop} received this payment for the seller. Keep this receipt with the papers of the car.`,
    small,
    { ...across(page.height - 66), lines: 2 },
  );
}

function drawParty(
  sheet: Sheet,
  label: string,
  party: Receipt["seller"],
  { x, y }: { x: number; y: number },
): number {
  const at = { x, width: column, lines: 2 };
  const small = { face: "text", size: 9.5, color: muted } as const;
  let next = sheet.write(label, small, { ...at, y });
  next = sheet.write(
    party.name,
    { face: "strong", size: 12.5, color: ink },
    { ...at, y: next + 2 },
  );
  return sheet.write(party.email, { face: "text", size: 11, color: muted }, { ...at, y: next });
}
