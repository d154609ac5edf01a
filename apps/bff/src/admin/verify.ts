import { type AccountKey, accountKinds, type AccountKind, fromWire, toText } from '@corridor/domain'
import { v7 as uuidV7, validate } from 'uuid'
import { allowMinutes, readOnlySnapshot } from '../db/isolation.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankProblems } from '../modules/intake/bank-check.ts'
import { readChecks } from '../modules/treasury/custody-store.ts'
import type { Tx } from '../db/open.ts'
import { operatorPartnerId } from '../records/audit/operator.ts'
import { confirmProposal, insertProposal, listProposals } from '../records/ledger/proposals.ts'
import { verifyAudit } from '../records/ledger/verify-audit.ts'
import { verifyLedger } from '../records/ledger/verify.ts'
import {
  type Command,
  Misuse,
  type Options,
  partnerOf,
  Refused,
  required,
  Unsound,
} from './command.ts'
import type { Site } from './site.ts'

/** A server that runs answers sooner. */
const custodyMsMax = 2_000
const lookMs = 50

type Check = (tx: Tx) => Promise<string[]>

const ledgerVerify: Command = {
  summary:
    'recompute every balance, flow and event number, compare with banks and chain; code 1 where something is wrong',
  options: [],
  onSite: async (site) => {
    await askForCustody(site)
    const book = await site.auditBook()
    return verified(site, async (tx) => [
      ...(await verifyLedger(tx)),
      ...(await verifyAudit(tx, book)),
      ...(await custody(tx)),
      ...(await bankProblems(tx)),
    ])
  },
}

const auditVerify: Command = {
  summary:
    'recompute the chain of audit entries and compare it with what was witnessed outside the database; code 1 where one was changed or removed',
  options: [],
  onSite: async (site) => {
    const book = await site.auditBook()
    const { last, found } = book.witnessed
    const checkpoints = { last: last.number, at: last.at, publicKey: book.keys.publicKey, found }
    return verified(site, (tx) => verifyAudit(tx, book), { checkpoints })
  },
}

export const verifyCommands = { 'ledger verify': ledgerVerify, 'audit verify': auditVerify }

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

const custody = async (tx: Tx): Promise<string[]> =>
  (await readChecks(tx)).flatMap(({ problems }) => problems)

const post: Command = {
  summary: 'book a treasury move by hand: one person proposes it, another one confirms it',
  options: [
    { name: 'propose', meaning: 'with --debit, --credit, --asset, --amount, --reason, --by' },
    { name: 'confirm', value: '<id>', meaning: 'a proposal of somebody else, with --by' },
    { name: 'list', meaning: 'what waits for a second person' },
    { name: 'debit', value: '<kind[:owner]>', meaning: 'such as bank:DE or bank_charges' },
    { name: 'credit', value: '<kind[:owner]>', meaning: 'such as capital or fx' },
    { name: 'asset', value: '<asset>', meaning: 'such as EUR or USDC@31337' },
    { name: 'scale', value: '<n>', meaning: 'decimals of the asset; 2 where absent' },
    { name: 'amount', value: '<units>', meaning: 'such as 250000 or 0.05' },
    { name: 'reason', value: '<text>', meaning: 'why, for the audit log' },
    { name: 'by', value: '<name>', meaning: 'who says so' },
    {
      name: 'partner',
      value: '<svcPartnerId>',
      meaning: 'whose books; the service’s where absent',
    },
  ],
  onSite: ({ db }, options) => {
    if (options['list'] !== undefined)
      return db.asWorker(async (tx) => ({ proposals: (await listProposals(tx)).map(bodyOf) }))
    if (options['confirm'] !== undefined) {
      const id = required(options, 'confirm')
      if (!validate(id)) throw new Refused(`There is no proposal ${id}.`)
      const by = required(options, 'by')
      return db.asWorker(async (tx) => {
        const confirmed = await confirmProposal(tx, { id, by })
        if (!confirmed.ok) throw new Refused(refusals[confirmed.failure])
        return bodyOf(confirmed.value)
      })
    }
    if (options['propose'] === undefined) throw new Misuse('Say --propose, --confirm or --list.')
    const proposal = proposalOf(options)
    return db.asWorker(async (tx) => bodyOf(await insertProposal(tx, proposal)))
  },
}

/** What two people book by hand. */
export const ledgerPostCommands = { 'ledger post': post }

const refusals = {
  UNKNOWN: 'There is no such proposal that waits.',
  SAME_PERSON: 'Somebody else than the proposer has to confirm it.',
} as const

function proposalOf(options: Options) {
  const asset = required(options, 'asset')
  const scale = Number.parseInt(options['scale'] ?? '2', 10)
  const text = required(options, 'amount')
  const amount = fromWire(text, asset, scale)
  if (!amount.ok || amount.value.minor <= 0n)
    throw new Misuse(`--amount: not an amount of ${asset}.`)
  const [debit, credit] = [accountOf(options, 'debit'), accountOf(options, 'credit')]
  if (debit.kind === credit.kind && debit.owner === credit.owner)
    throw new Misuse('--debit and --credit are the same account.')
  return {
    id: uuidV7(),
    partnerId: options['partner'] === undefined ? operatorPartnerId : partnerOf(options).id,
    debit: { ...debit, asset, scale } satisfies AccountKey,
    credit: { ...credit, asset, scale } satisfies AccountKey,
    amount: amount.value.minor,
    reason: required(options, 'reason'),
    by: required(options, 'by'),
  }
}

function accountOf(options: Options, name: string): { kind: AccountKind; owner: string } {
  const [kind = '', ...rest] = required(options, name).split(':')
  if (!Object.hasOwn(accountKinds, kind))
    throw new Misuse(`--${name}: no kind of account is ${kind}.`)
  return { kind: kind as AccountKind, owner: rest.join(':') }
}

type Proposal = Awaited<ReturnType<typeof insertProposal>>

const bodyOf = (row: Proposal) => ({
  id: row.id,
  debit: [row.debit_kind, row.debit_owner].filter((part) => part !== '').join(':'),
  credit: [row.credit_kind, row.credit_owner].filter((part) => part !== '').join(':'),
  asset: row.asset,
  amount: toText(row.amount, row.scale),
  reason: row.reason,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at.toISOString(),
  confirmedBy: row.confirmed_by ?? '',
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
})
