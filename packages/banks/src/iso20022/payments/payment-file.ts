import type { FileBooks, PaymentFile } from '../../books/file-books.ts'
import { buildPaymentFile, type PaymentFileParts } from './pain001.ts'

/** What one file takes at most: many banks refuse more. */
const paymentsMax = 1_000

/**
 * Takes what is queued into one payment file; undefined where nothing is. A crash leaves either
 * the file in the books, or all payments in the queue.
 */
export const writePaymentFile = ({
  books,
  limit = paymentsMax,
  ...parts
}: PaymentFileParts & {
  books: FileBooks
  limit?: number
}): Promise<PaymentFile | undefined> =>
  books.writeFile(limit, (payments, at) => buildPaymentFile(payments, at, parts))
