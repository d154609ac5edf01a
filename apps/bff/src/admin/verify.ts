import { allowMinutes, readOnlySnapshot } from '../db/isolation.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankProblems } from '../modules/intake/bank-check.ts'
import { readChecks } from '../modules/treasury/custody-store.ts'
import type { Tx } from '../db/open.ts'
import { verifyAudit } from '../records/ledger/verify-audit.ts'
import { verifyLedger } from '../records/ledger/verify.ts'
import { acceptanceBody } from './operators/audit-accept.ts'
import { onSite, Unsound } from './base/command.ts'
import type { Site } from './base/site.ts'

/** A server that runs answers sooner. */
const custodyMsMax = 2_000
const lookMs = 50

type Check = (tx: Tx) => Promise<string[]>

export const verifyCommands = {
  'ledger verify': onSite({
    summary:
      'recompute every balance, flow and event number, compare with banks and chain; code 1 where something is wrong',
    options: {},
    run: async (site) => {
      await askForCustody(site)
      const book = await site.auditBook()
      return verified(site, async (tx) => [
        ...(await verifyLedger(tx)),
        ...(await verifyAudit(tx, book)),
        ...(await custody(tx)),
        ...(await bankProblems(tx)),
      ])
    },
  }),
  'audit verify': onSite({
    summary:
      'recompute the chain of audit entries and compare it with what was witnessed outside the database; code 1 where one was changed or removed',
    options: {},
    run: async (site) => {
      const book = await site.auditBook()
      const { last, found } = book.witnessed
      const checkpoints = { last: last.number, at: last.at, publicKey: book.keys.publicKey, found }
      const accepted = book.acceptances.filter(({ confirmed }) => confirmed).map(acceptanceBody)
      return verified(site, (tx) => verifyAudit(tx, book), { checkpoints, accepted })
    },
  }),
}

/** At one moment, so that what moves while it is checked does not look wrong; a large one may take long. */
async function verified({ db }: Site, check: Check, more: object = {}): Promise<unknown> {
  const problems = await db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    await allowMinutes(tx, 10)
    return check(tx)
  })
  const findings = { sound: problems.length === 0, problems, ...more }
  return findings.sound ? findings : new Unsound(findings)
}

/** A running server compares its chains with the ledger at once; without one the last result counts. */
async function askForCustody({ db, askForCustody: ask }: Site): Promise<void> {
  const before = await db.asWorker(readChecks)
  ask()
  for (let spentMs = 0; spentMs < custodyMsMax && before.length > 0; spentMs += lookMs) {
    await sleep(lookMs)
    const now = await db.asWorker(readChecks)
    if (now.every(({ checked_at }, index) => checked_at > (before[index]?.checked_at ?? 0))) return
  }
}

const custody = async (tx: Tx) => (await readChecks(tx)).flatMap(({ problems }) => problems)
