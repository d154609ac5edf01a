import { readAccount } from '@corridor/domain'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import * as numbers from './numbers-store.ts'
import { type BankMembers, numberHashOf, openAccount } from './secrets.ts'
import { reviewStop, stopReason } from './stops.ts'
import { readUnasked } from './stops-store.ts'
import { transition } from './transition.ts'

type Parts = Pick<Deps, 'db' | 'jurisdictions' | 'kek' | 'log'>

const everyMs = 5_000
const batchMax = 200

/**
 * Gives accounts of before the key of their number, and disables what is in use of a number that the
 * operator confirmed as fraud, at every partner. As long as there is an account with a number that a
 * partner has stopped, the operator is asked about it.
 */
export function numberKeeper(deps: Parts): LoopJob {
  return leaderLoop({
    name: 'numbers of accounts',
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const filled = await deps.db.asWorker(fill)
      const held = await deps.db.asWorker(holdStopped)
      const asked = await deps.db.asWorker(askOperator)
      return filled + held + asked > 0 ? { againInMs: 0 } : undefined
    },
  })

  async function fill(tx: Tx): Promise<number> {
    const rows = await numbers.lockWithoutHash(tx, batchMax)
    const hashes = rows.map(({ id, ...row }) => ({ id, hash: hashOf({ id, ...row }) }))
    if (rows.length > 0) await numbers.setHashes(tx, hashes)
    return rows.length
  }

  /** What cannot be read has a key of its own, which no other number has. */
  function hashOf(row: numbers.Unhashed): string {
    try {
      return numberHashOf(deps.kek, numberOf(row))
    } catch (error) {
      deps.log.error({ err: error, accountId: row.id }, 'the number of an account cannot be read')
      return numberHashOf(deps.kek, { country: 'unreadable', identity: row.id })
    }
  }

  function numberOf({ partner_id, id, kind, wallet, ...row }: numbers.Unhashed) {
    const { walletAddress } = (wallet ?? {}) as { walletAddress?: string }
    if (walletAddress !== undefined) return { country: '', identity: walletAddress.toLowerCase() }
    const { countryCode = '' } = deps.jurisdictions.byId(row.jurisdiction_id) ?? {}
    const isBank = kind === 'BANK' || kind === 'MOBILE_MONEY'
    if (!isBank || row.sealed_account === null) throw new Error(`${kind} without a number`)
    const account = openAccount(deps.kek, { partner_id, id }, row.sealed_account)
    return readAccount(countryCode, kind, valuesOf(account)).number
  }

  async function askOperator(tx: Tx): Promise<number> {
    const rows = await readUnasked(tx, batchMax)
    for (const row of rows) await reviewStop(tx, row)
    return rows.length
  }

  async function holdStopped(tx: Tx): Promise<number> {
    const rows = await numbers.lockStoppedInUse(tx, batchMax)
    for (const row of rows) await hold(tx, row)
    if (rows.length < batchMax) await numbers.setSpread(tx)
    return rows.length
  }
}

/** Held where it is in use; its partner does not learn who had it stopped. */
async function hold(tx: Tx, row: ExternalAccountRow): Promise<void> {
  const by: AuditedBy = { partnerId: row.partner_id, actor, requestId: '' }
  await transition(tx, by, row, { event: 'disable', to: 'DISABLED', reason: stopReason })
}

const actor = { type: 'service', id: 'stopped-numbers' } as const

/** The members of an account as a form has them. */
function valuesOf({ bankIban: iban, bankBic: bic, ...account }: BankMembers) {
  const { accountNumber, bankRoutingNumber, branchCode, accountType, additionalDetails } = account
  const members = { iban, bic, accountNumber, bankRoutingNumber, branchCode, accountType }
  const details = Object.entries(additionalDetails).map(
    ([name, value]) => [`additionalDetails.${name}`, value] as const,
  )
  return Object.fromEntries(
    [...Object.entries(members), ...details].map(([name, value]) => [
      `account.${name}`,
      typeof value === 'string' ? value : '',
    ]),
  )
}
