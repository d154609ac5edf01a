import { type AccountKey, accountKinds, type AccountKind, fromWire, toText } from '@corridor/domain'
import { v7 as uuidV7, validate } from 'uuid'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { coolOffHours } from '../../records/audit/operators.ts'
import { confirmProposal, insertProposal, listProposals } from '../../records/ledger/proposals.ts'
import {
  type Command,
  Misuse,
  type Options,
  partnerOf,
  Refused,
  required,
} from '../base/command.ts'
import { operatorOn } from './people.ts'

const post: Command = {
  summary:
    'book a treasury move by hand: one person proposes it, another one confirms it, each with their own OPERATOR_TOKEN',
  options: [
    { name: 'propose', meaning: 'with --debit, --credit, --asset, --amount, --reason' },
    { name: 'confirm', value: '<id>', meaning: 'a proposal of somebody else' },
    { name: 'list', meaning: 'what waits for a second person' },
    { name: 'debit', value: '<kind[:owner]>', meaning: 'such as bank:DE or bank_charges' },
    { name: 'credit', value: '<kind[:owner]>', meaning: 'such as capital or fx' },
    { name: 'asset', value: '<asset>', meaning: 'such as EUR or USDC@31337' },
    { name: 'scale', value: '<n>', meaning: 'decimals of the asset; 2 where absent' },
    { name: 'amount', value: '<units>', meaning: 'such as 250000 or 0.05' },
    { name: 'reason', value: '<text>', meaning: 'why, for the audit log' },
    {
      name: 'partner',
      value: '<svcPartnerId>',
      meaning: 'whose books; the service’s where absent',
    },
  ],
  onSite: (site, options) => {
    const { db } = site
    if (options['list'] !== undefined)
      return db.asWorker(async (tx) => ({ proposals: (await listProposals(tx)).map(bodyOf) }))
    if (options['confirm'] !== undefined) {
      const id = required(options, 'confirm')
      if (!validate(id)) throw new Refused(`There is no proposal ${id}.`)
      return db.asWorker(async (tx) => {
        const by = await operatorOn(site, tx)
        const confirmed = await confirmProposal(tx, { id, by })
        if (!confirmed.ok) throw new Refused(refusals[confirmed.failure])
        return bodyOf(confirmed.value)
      })
    }
    if (options['propose'] === undefined) throw new Misuse('Say --propose, --confirm or --list.')
    const proposal = proposalOf(options)
    return db.asWorker(async (tx) =>
      bodyOf(await insertProposal(tx, { ...proposal, by: await operatorOn(site, tx) })),
    )
  },
}

/** What two people book by hand. */
export const ledgerPostCommands = { 'ledger post': post }

const refusals = {
  UNKNOWN: 'There is no such proposal that waits.',
  SAME_PERSON: 'Somebody else than the proposer has to confirm it.',
  TOO_NEW: `Whoever was added later confirms from ${coolOffHours} hours on; see \`operator list\`.`,
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
