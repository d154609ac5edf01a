import type { InputOf, fundingAccounts } from '@corridor/contract'
import { fail, formatId, isNamedPayer, ok, parseId } from '@corridor/domain'
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, versionConflict } from '../../../api/request/refusal.ts'
import type { LoopJob } from '../../../engine/background-job.ts'
import type { Tx } from '../../../db/open.ts'
import type { FundingRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { payerOf } from '../../../records/deposits/sender.ts'
import { lockNotAllowed } from '../../../records/deposits/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { keepAsCase } from '../../screening/cases.ts'
import { refuseListed } from '../../screening/refuse-listed.ts'
import type { ScreeningContext, Subject } from '../../screening/screen.ts'
import { screeningSweep } from '../../screening/sweep.ts'
import type { Payers } from './checks.ts'
import { type NamedPayerRow, readNamed, replaceNamed, stopNamed } from './payers-store.ts'
import type { FundingRecord } from './store.ts'
import * as store from './store.ts'

type SetPayers = InputOf<typeof fundingAccounts.setFundingPayers>['body']

/** Decisions about names hold for the customer and jurisdiction whose account they may pay. */
const contextOf = (partnerId: string, id: string): ScreeningContext => ({
  partnerId,
  kind: 'account',
  id,
})

const refused = (code: 'FIELD_REQUIRED' | 'FIELD_INVALID', message: string) =>
  fail({ code, details: [detail('payers.named', code, message)] })

/**
 * Looks up those who are named, outside any transaction: a listed one is refused until the operator has
 * cleared it for this account. `of`: the account, or who it is for.
 */
export async function checkPayers(
  deps: Pick<Deps, 'db' | 'screening' | 'ids' | 'log'>,
  partnerId: string,
  { allowed, named = [] }: Payers,
  of: string,
) {
  if (allowed !== 'NAMED' && named.length > 0)
    return refused('FIELD_INVALID', 'Only NAMED takes a list of payers.')
  if (allowed === 'NAMED' && named.length === 0)
    return refused('FIELD_REQUIRED', 'NAMED needs at least one payer.')
  if (named.length === 0) return ok(undefined)
  return refuseListed(deps, contextOf(partnerId, of), {
    names: named.map(({ name }) => name),
    addresses: named.flatMap(({ account = '' }) => (account.startsWith('0x') ? [account] : [])),
    path: 'payers.named',
  })
}

/** Where the operator has set that nobody but the customer pays, no account says anything else. */
export async function checkTerms(
  tx: Tx,
  partnerId: string,
  { allowed }: Payers,
  path: 'allowed' | 'payers.allowed',
) {
  if (allowed === 'CUSTOMER' || (await termsOf(tx, partnerId)).payers !== 'CUSTOMER')
    return ok(undefined)
  const text = 'What was agreed with the service lets nobody pay but the customer.'
  return fail({ code: 'POLICY_BLOCKED' as const, details: [detail(path, 'POLICY_BLOCKED', text)] })
}

/** Whether an account that is there says of its payers what a request to open it does. */
export function checkSame(account: FundingRecord, { allowed, named = [] }: Payers) {
  const listOf = (payers: readonly { name: string; account?: string | undefined }[]) =>
    payers.map(({ name, account: from = '' }) => JSON.stringify([name, plain(from)])).toSorted()
  const isSame =
    account.payers_allowed === allowed &&
    isDeepStrictEqual(listOf(account.named_payers), listOf(named))
  if (isSame) return ok(undefined)
  const text = `The account is there and says ${account.payers_allowed}: change it with POST /api/v1/xfer/accounts/funding/payers.`
  return fail({
    code: 'FIELD_INVALID' as const,
    details: [detail('payers', 'FIELD_INVALID', text)],
  })
}

const plain = (account: string): string => account.replaceAll(/\s/g, '')

/** Writes who may pay a locked account; what they paid and is held waits for the partner then. */
export async function writePayers(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  by: AuditedBy,
  row: FundingRow,
  { allowed, named = [], reason = '' }: Payers & { reason?: string },
): Promise<FundingRow> {
  const rows = named.map(({ name, account = '' }) => ({
    id: deps.ids.uuid(),
    name,
    account: plain(account),
  }))
  await replaceNamed(tx, row, rows)
  const changed = await store.updateFunding(tx, row, { payers: allowed })
  const fundingAccountId = formatId('fund', row.id)
  await recordAudit(tx, by, {
    action: 'funding_account.payers',
    object: { kind: 'funding_account', id: fundingAccountId },
    before: { payers: row.payers },
    after: { payers: allowed, named: rows.map(({ name }) => name) },
    ...(reason === '' ? {} : { reason }),
  })
  await publish(tx, changed, reason)
  // What is held stays the operator's, unless its payer is named, which is on record and looked up.
  if (allowed === 'NAMED') await releaseNamed(tx, by, changed, rows)
  return changed
}

const publish = (tx: Tx, row: FundingRow, reason: string) =>
  recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'funding_account',
    type: 'updated',
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: row.status,
      accountId: formatId('fund', row.id),
      entityId: formatId('ent', row.entity_id),
      reason,
    },
    subject: {
      kind: 'funding_account',
      id: formatId('fund', row.id),
      version: row.version,
    },
  })

async function releaseNamed(
  tx: Tx,
  by: AuditedBy,
  account: FundingRow,
  named: readonly { name: string; account: string }[],
): Promise<void> {
  for (const deposit of await lockNotAllowed(tx, account)) {
    if (!isNamedPayer(named, payerOf(deposit))) continue
    await decideReview(tx, by, { kind: 'deposit', id: deposit.id }, { decision: 'SUPERSEDED' })
    await recordDeposit(tx, deposit, { moves: [], by, also: { held_reason: 'BY_PARTNER' } })
  }
}

/** Says whose money an account takes. */
export async function setPayers(tx: Tx, deps: Deps, caller: Caller, input: SetPayers) {
  const id = parseId('fund', input.fundingAccountId)
  const row = id && (await store.lockFunding(tx, caller.partnerId, id))
  if (!row) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' as const })
  const conflict = versionConflict(caller, row)
  if (conflict) return fail(conflict)
  const within = await checkTerms(tx, caller.partnerId, input, 'allowed')
  if (!within.ok) return within
  await writePayers(tx, deps, caller, row, input)
  const account = await store.findFunding(tx, caller.partnerId, row.id)
  if (!account) throw new Error(`the funding account ${row.id} is gone`)
  return ok(account)
}

type Swept = { partnerId: string; id: string; subjects: Subject[]; row: NamedPayerRow }

/** Looks named payers up again with each new version of the list; a listed one may not pay any more. */
export const payerSweep = (deps: Deps): LoopJob =>
  screeningSweep<Swept>(deps, {
    kind: 'payer',
    read: async (tx, after, limit) =>
      (await readNamed(tx, after, limit)).map((row) => ({
        partnerId: row.partner_id,
        id: row.id,
        row,
        subjects: [
          { kind: 'party', name: row.name },
          { kind: 'address', address: row.account.startsWith('0x') ? row.account : '' },
        ],
      })),
    hit: async (tx, { partnerId, row }, found) => {
      const context = contextOf(partnerId, formatId('fund', row.funding_account_id))
      const { outcome } = await keepAsCase(tx, deps, context, found)
      if (outcome === 'CLEAR' || !(await stopNamed(tx, row))) return
      const account = await store.lockFunding(tx, partnerId, row.funding_account_id)
      if (account) await publish(tx, account, 'PAYER_STOPPED')
    },
  })
