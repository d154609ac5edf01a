import { createHash } from 'node:crypto'
import type { BankSandbox, FileBooks } from '@corridor/banks'
import { refuseQueued } from './files-lists-store.ts'
import type { Database } from '../../db/open.ts'

/** What the sandbox does to a bank of files without any file; its faults are those of files. */
export function createFileSandbox(books: FileBooks, db: Pick<Database, 'asWorker'>): BankSandbox {
  return { credit, refuse, faults: noFaults() }

  async function credit(entry: Parameters<BankSandbox['credit']>[0]): Promise<void> {
    const { entryId } = entry
    const sha256 = createHash('sha256').update(`sandbox\n${entryId}`).digest('hex')
    const bookedAt = await books.now()
    await books.beginImport({
      name: 'sandbox',
      sha256,
      kind: 'camt.054',
      messageId: entryId.slice(0, 35),
      createdAt: bookedAt,
    })
    const more = { kind: 'CREDIT', payoutReference: '', code: '', bookedAt } as const
    const { booked } = await books.book(sha256, [{ ...entry, ...more }])
    const counts = { entries: 1, booked, repeated: 1 - booked, heard: 0, unknown: 0, others: 0 }
    await books.endImport(sha256, counts, '')
  }

  async function refuse(reference: string, code: string): Promise<void> {
    await db.asWorker((tx) => refuseQueued(tx, reference, code))
    await books.recordStatuses([{ reference, status: 'REJECTED', bankReference: '', code }])
  }
}

const noFaults = () => ({
  isDown: false,
  slowMs: 0,
  lostAnswers: 0,
  repeatsEntries: false,
  shufflesEntries: false,
})
