import { type Dirent } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ExecutionDay,
  type PaymentFile,
  unnamedCode,
  UnnamedPayee,
  writePaymentFile,
} from '@corridor/banks'
import { scheduleOf, systemOf } from '@corridor/domain/calendars'
import { type BankCutOff, cutOffIn, readCutOffs } from './profile-store.ts'
import { findSent, lockUnsent, refuseQueued, setSent } from './files-lists-store.ts'
import type { Deps } from '../../ports/deps.ts'
import { isMissing, syncFolder, writeDurably } from '../files/disk.ts'

export type OutboxParts = Pick<Deps, 'db' | 'bankFiles' | 'random' | 'faults'> & {
  config: Pick<Deps['config'], 'BANK_FILES_DIR'>
}

export type SentFile = Pick<PaymentFile, 'name' | 'messageId' | 'payments' | 'controlSum'> & {
  path: string
}

export const outFolder = ({ config }: Pick<OutboxParts, 'config'>): string =>
  join(config.BANK_FILES_DIR, 'out')

/** Hidden until it may be fetched: whoever looks for files of the bank's format passes it by. */
const readyName = (name: string) => `.${name}.ready`
const readyPattern = /^\.(.+)\.ready$/

/**
 * Writes all payments that wait into files and puts these into the folder, each once whatever ends
 * the process and whoever else does the same: a file is prepared under a hidden name, recorded as
 * sent, and only then gets its name, which the next run does where it is missing.
 */
export async function sendPayments(parts: OutboxParts): Promise<SentFile[]> {
  const { books } = parts.bankFiles
  await writeWaiting(parts)
  const sent: SentFile[] = []
  for (const file of await books.unsentFiles()) {
    if (!(await makeReady(parts, file))) continue
    const { name, messageId, payments, controlSum } = file
    sent.push({ name, messageId, payments, controlSum, path: join(outFolder(parts), name) })
  }
  await release(parts)
  return sent
}

/**
 * The business day of the rail, or of the country's banks where the rail is none that is known; banks
 * with a cut-off of their own execute what comes later on the next one.
 */
export const executionDayBy =
  (cutOffs: readonly BankCutOff[]): ExecutionDay =>
  (order, at) => {
    const system = systemOf(order) ?? systemOf({ ...order, rail: '' })
    const own = cutOffIn(cutOffs, order)
    return system ? scheduleOf(system, at, own).executionDate : at.toISOString().slice(0, 10)
  }

/** Takes all that waits into files; what was queued for a payee without a name is refused instead. */
async function writeWaiting({ bankFiles: { books, accounts }, db }: OutboxParts): Promise<void> {
  const initiator = accounts[0]?.holderName ?? ''
  const executionDay = executionDayBy(await db.readingAll(readCutOffs))
  for (;;) {
    try {
      if (!(await writePaymentFile({ books, accounts, initiator, executionDay }))) return
    } catch (error) {
      if (!(error instanceof UnnamedPayee)) throw error
      await db.asWorker((tx) => refuseQueued(tx, error.reference, unnamedCode))
    }
  }
}

/** Another process that sends the same file waits for the row, and then finds it sent. */
async function makeReady(parts: OutboxParts, file: PaymentFile): Promise<boolean> {
  const { db, faults, random } = parts
  const isReady = await db.asWorker(async (tx) => {
    if (!(await lockUnsent(tx, file.messageId))) return false
    const suffix = Buffer.from(random(8)).toString('hex')
    await writeDurably([
      {
        path: join(outFolder(parts), readyName(file.name)),
        bytes: Buffer.from(file.text, 'utf8'),
        draftName: `.${file.name}.${suffix}.tmp`,
      },
    ])
    await faults.reach('bank_file_out', 'after_effect')
    await setSent(tx, file.messageId)
    await faults.reach('bank_file_out', 'before_commit')
    return true
  })
  await faults.reach('bank_file_out', 'after_commit')
  return isReady
}

/** Gives files that are sent by the books their names, also those that a crash left behind. */
async function release(parts: OutboxParts): Promise<void> {
  const folder = outFolder(parts)
  const ready = (await entriesOf(folder)).flatMap(({ name }) => readyPattern.exec(name)?.[1] ?? [])
  if (ready.length === 0) return
  for (const name of await parts.db.readingAll((tx) => findSent(tx, ready))) {
    try {
      await rename(join(folder, readyName(name)), join(folder, name))
    } catch (error) {
      // Another process was quicker.
      if (!isMissing(error)) throw error
    }
  }
  await syncFolder(folder)
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
