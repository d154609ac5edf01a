import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  findFileIn,
  type Intake,
  listFiles,
  readIntake,
} from '../outside/bank/files-lists-store.ts'
import { importBankFile } from '../outside/bank/inbox.ts'
import { sendPayments } from '../outside/bank/outbox.ts'
import type { Tx } from '../db/open.ts'
import { recordRefusal } from '../records/audit/bank-file.ts'
import { onSite, Refused, textOption } from './base/command.ts'
import type { Site } from './base/site.ts'

const listedMax = 100

export const bankImport = onSite({
  summary: 'take in a file of the bank: a statement, a notification or a status report',
  options: {
    file: textOption('<file>', 'camt.052, camt.053, camt.054 or pain.002; it stays where it is', {
      isBare: true,
    }),
  },
  run: async (site, { file: name }) => {
    const path = resolve(process.cwd(), name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new Refused(`There is no file ${path}.`)
    const answer = await importBankFile(site, path, basename(path))
    if (!answer.ok) {
      const { reason } = answer
      await site.db.asWorker((tx) => recordRefusal(tx, { name: basename(path), reason }))
      throw new Refused(`${path} is refused, and nothing of it was booked: ${reason}`)
    }
    site.wake.notify('bank')
    const { file, isKnown, counts, announced, problem } = answer
    const { kind, messageId, sha256 } = file
    return {
      kind,
      messageId,
      isKnown,
      ...(isKnown ? await site.db.asWorker((tx) => repeatedCounts(tx, sha256)) : counts),
      ...(await takenIn(site, sha256)),
      problem,
      notBooked: announced.map(({ account, direction, minor, scale, ...entry }) => ({
        account: account.accountNumber,
        currency: entry.currency,
        amount: amountText(direction === 'CREDIT' ? minor : -minor, scale),
        bookedOn: entry.bookedOn,
        bankReference: entry.bankReference,
        text: entry.text,
      })),
    }
  },
})

/** Of a file that was taken in before, nothing is new. */
async function repeatedCounts(tx: Tx, sha256: string) {
  const file = await findFileIn(tx, sha256)
  const { entries, booked, repeated, held, aside, reported, unknown, others } = file
  return { entries, booked: 0, repeated: booked + repeated, held, aside, reported, unknown, others }
}

/** A server that runs takes in some hundred entries a second; without one they wait for its start. */
const silentMsMax = 3_000
const lookMs = 100

async function takenIn({ db }: Site, sha256: string): Promise<Intake> {
  const look = () => db.asWorker((tx) => readIntake(tx, sha256))
  let intake = await look()
  let pauseMs = lookMs
  for (let silentMs = 0; intake.waiting > 0 && silentMs < silentMsMax; silentMs += pauseMs) {
    await sleep(pauseMs)
    const begun = performance.now()
    const next = await look()
    // Looks take a tenth of the time at most: the server needs the rest for its work.
    pauseMs = Math.max(lookMs, (performance.now() - begun) * 9)
    if (next.waiting < intake.waiting) silentMs = 0
    intake = next
  }
  return intake
}

function amountText(minor: bigint, scale: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const sign = minor < 0n ? '-' : ''
  return scale === 0 ? `${sign}${digits}` : `${sign}${whole}.${digits.slice(-scale)}`
}

export const bankExport = onSite({
  summary: 'write the payments that wait into files for the bank, now',
  options: {},
  run: async (site) => ({ files: await sendPayments(site) }),
})

export const bankFiles = onSite({
  summary: 'list the latest files that went to the bank and came from it, and what waits',
  options: {},
  run: ({ db }) =>
    db.asWorker(async (tx) => {
      const files = await listFiles(tx, listedMax)
      return {
        queued: files.queued,
        attention: files.attention,
        contradicted: files.contradicted.map((row) => ({
          endToEndId: row.reference.replaceAll('-', ''),
          messageId: row.message_id,
          bankReference: row.bank_reference,
          firstReported: row.status,
          thenReported: row.contradiction,
        })),
        out: files.out.map((row) => ({
          name: row.name,
          messageId: row.message_id,
          sha256: row.sha256,
          payments: row.payments,
          controlSum: row.control_sum,
          createdAt: row.created_at.toISOString(),
          sentAt: row.sent_at?.toISOString() ?? null,
        })),
        in: files.in.map((row) => ({
          name: row.name,
          kind: row.kind,
          messageId: row.message_id,
          sha256: row.sha256,
          entries: row.entries,
          booked: row.booked,
          repeated: row.repeated,
          held: row.held,
          aside: row.aside,
          reported: row.reported,
          unknown: row.unknown,
          others: row.others,
          problem: row.problem,
          writtenAt: row.written_at.toISOString(),
          importedAt: row.imported_at?.toISOString() ?? null,
        })),
      }
    }),
})
