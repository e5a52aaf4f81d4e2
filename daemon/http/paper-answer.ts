import type { Context } from "koa";
import type { Needs } from "../context.ts";
import { COMMON_PAPER, encodeDocument } from "../devices/escpos/encode.ts";
import type { PrintDocument } from "../devices/print-document.ts";
import { receiptHtml } from "../services/receipts.ts";

const ESCPOS = "application/vnd.escpos";

/** What paper can be asked for as. */
export const PAPER_TYPES = ["text/plain", "text/html", ESCPOS, "application/octet-stream"] as const;

/** Answers with a document as text, as a page to print from a browser, or as ESC/POS for a printer of one's own. */
export async function answerPaper(booth: Needs<"db">, ctx: Context, document: PrintDocument): Promise<void> {
  const text = `${document.lines.join("\n")}\n`;
  const wanted = ctx.accepts("text", "html", ESCPOS, "application/octet-stream");
  if (wanted === "html") {
    ctx.type = "text/html; charset=utf-8";
    ctx.body = receiptHtml(booth, text);
  } else if (wanted === ESCPOS || wanted === "application/octet-stream") {
    ctx.type = wanted;
    ctx.body = await encodeDocument(document, COMMON_PAPER);
  } else {
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = text;
  }
}
