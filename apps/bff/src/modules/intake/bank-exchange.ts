import { mkdir } from 'node:fs/promises'
import { takeStatusChanges } from '../../outside/bank/files-lists-store.ts'
import { createInbox, inFolder } from '../../outside/bank/inbox.ts'
import { outFolder, sendPayments } from '../../outside/bank/outbox.ts'
import { recordRefusal } from '../../records/audit/bank-file.ts'
import type { Deps } from '../../ports/deps.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { NextPass } from '../../engine/loop.ts'

export type ExchangeParts = Pick<
  Deps,
  'db' | 'bankFiles' | 'random' | 'faults' | 'log' | 'wake' | 'realTime'
> & {
  config: Pick<Deps['config'], 'BANK_RAIL' | 'BANK_FILES_DIR' | 'BANK_FILES_SECONDS'>
  jobs: Pick<Deps['jobs'], 'runNow'>
}

const everyMs = 5_000
/** What may still be written is looked at again after this. */
const settleMs = 1_000
const statusChangesMax = 500

/**
 * Exchanges files with the bank: writes what is to be paid into `out`, takes in what lies in `in`,
 * and resumes the transfers whose payments the bank has reported on. Only the leader does it.
 * Beside a simulated bank only the files that came in are looked at.
 */
export function bankExchange(deps: ExchangeParts): LoopJob {
  const { config, db, log } = deps
  const isByFiles = config.BANK_RAIL === 'iso20022'
  const inbox = createInbox(deps)
  let writtenAt = -Infinity
  let hasFolders = false
  return leaderLoop({ name: 'bank files', everyMs, wakeOn: ['bank'], run })

  async function run(): Promise<NextPass> {
    if (isByFiles) await makeFolders()
    const { taken, isWaiting, refused } = await inbox.look()
    for (const file of refused) await db.asWorker((tx) => recordRefusal(tx, file))
    // The bank's watcher reads what they say.
    if (taken > 0) deps.wake.notify('bank')
    const isMore = isByFiles && (await publishBankStatuses())
    if (isByFiles) await writeDue()
    if (isMore) return { againInMs: 0 }
    return isWaiting ? { againInMs: settleMs } : undefined
  }

  async function makeFolders(): Promise<void> {
    if (hasFolders) return
    for (const folder of [outFolder(deps), inFolder(deps)])
      await mkdir(folder, { recursive: true, mode: 0o700 })
    hasFolders = true
  }

  async function publishBankStatuses(): Promise<boolean> {
    const changes = await db.asWorker((tx) => takeStatusChanges(tx, statusChangesMax))
    for (const { partnerId, transferId, ...answer } of changes) {
      if (answer.contradiction !== '')
        log.error(
          { alert: 'bank_contradiction', ...answer },
          'the bank says two things of a payment',
        )
      if (answer.needsPerson)
        log.error(
          { alert: 'bank_attention', ...answer },
          'the bank reports something of a payment that a person has to look into',
        )
      deps.jobs.runNow({ partnerId, transferId })
    }
    return changes.length === statusChangesMax
  }

  async function writeDue(): Promise<void> {
    const at = deps.realTime().getTime()
    if (at - writtenAt < config.BANK_FILES_SECONDS * 1_000) return
    for (const { name, payments, controlSum } of await sendPayments(deps))
      log.info({ file: name, payments, controlSum }, 'payments lie ready for the bank')
    writtenAt = at
  }
}
