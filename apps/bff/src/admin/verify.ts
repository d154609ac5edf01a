import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { verifyAudit } from '../modules/ledger/verify-audit.ts'
import { verifyLedger } from '../modules/ledger/verify.ts'
import { type Command, Unsound } from './command.ts'
import type { Site } from './site.ts'

type Check = (tx: Tx) => Promise<string[]>

const ledgerVerify: Command = {
  summary: 'recompute every balance, flow and event number; code 1 where something is wrong',
  options: [],
  onSite: (site) => verified(site, verifyLedger),
}

const auditVerify: Command = {
  summary: 'recompute the chain of audit entries; code 1 where one was changed or removed',
  options: [],
  onSite: (site) => verified(site, verifyAudit),
}

export const verifyCommands = { 'ledger verify': ledgerVerify, 'audit verify': auditVerify }

/** At one moment, so that what moves while it is checked does not look wrong; a large one may take long. */
async function verified({ db }: Site, check: Check): Promise<unknown> {
  const problems = await db.asWorker(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local statement_timeout = '10min'`.execute(tx)
    return check(tx)
  })
  const findings = { sound: problems.length === 0, problems }
  return findings.sound ? findings : new Unsound(findings)
}
