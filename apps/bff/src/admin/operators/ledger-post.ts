import { type AccountKey, accountKinds, type AccountKind, fromWire, toText } from '@corridor/domain'
import { v7 as uuidV7, validate } from 'uuid'
import type { z } from 'zod'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { coolOffHours } from '../../records/audit/operators.ts'
import { confirmProposal, insertProposal, listProposals } from '../../records/ledger/proposals.ts'
import {
  flag,
  Misuse,
  needed,
  onSite,
  partner,
  reason,
  Refused,
  textOption,
} from '../base/command.ts'
import { operatorOn } from './people.ts'

const account = (meaning: string) => textOption('<kind[:owner]>', meaning).optional()
const given = {
  debit: account('such as bank:DE or bank_charges'),
  credit: account('such as capital or fx'),
  asset: textOption('<asset>', 'such as EUR or USDC@31337').optional(),
  scale: textOption('<n>', 'decimals of the asset; 2 where absent')
    .default('2')
    .transform((scale) => Number.parseInt(scale, 10)),
  amount: textOption('<units>', 'such as 250000 or 0.05').optional(),
  reason: reason().optional(),
  partner: partner('whose books; the service’s where absent').optional(),
}

/** What two people book by hand. */
export const ledgerPostCommands = {
  'ledger post': onSite({
    summary:
      'book a treasury move by hand: one person proposes it, another one confirms it, each with their own OPERATOR_TOKEN',
    options: {
      propose: flag('with --debit, --credit, --asset, --amount, --reason'),
      confirm: textOption('<id>', 'a proposal of somebody else').optional(),
      list: flag('what waits for a second person'),
      ...given,
    },
    run: (site, { propose, confirm: id, list, ...options }) => {
      const { db } = site
      if (list)
        return db.asWorker(async (tx) => ({ proposals: (await listProposals(tx)).map(bodyOf) }))
      if (id !== undefined) {
        if (!validate(id)) throw new Refused(`There is no proposal ${id}.`)
        return db.asWorker(async (tx) => {
          const by = await operatorOn(site, tx)
          const confirmed = await confirmProposal(tx, { id, by })
          if (!confirmed.ok) throw new Refused(refusals[confirmed.failure])
          return bodyOf(confirmed.value)
        })
      }
      if (!propose) throw new Misuse('Say --propose, --confirm or --list.')
      const proposal = proposalOf(options)
      return db.asWorker(async (tx) =>
        bodyOf(await insertProposal(tx, { ...proposal, by: await operatorOn(site, tx) })),
      )
    },
  }),
}

const refusals = {
  UNKNOWN: 'There is no such proposal that waits.',
  SAME_PERSON: 'Somebody else than the proposer has to confirm it.',
  TOO_NEW: `Whoever was added later confirms from ${coolOffHours} hours on; see \`operator list\`.`,
} as const

function proposalOf({ scale, partner: owner, ...options }: z.output<z.ZodObject<typeof given>>) {
  const asset = needed('asset', options.asset)
  const amount = fromWire(needed('amount', options.amount), asset, scale)
  if (!amount.ok || amount.value.minor <= 0n)
    throw new Misuse(`--amount: not an amount of ${asset}.`)
  const [debit, credit] = [accountOf('debit', options.debit), accountOf('credit', options.credit)]
  if (debit.kind === credit.kind && debit.owner === credit.owner)
    throw new Misuse('--debit and --credit are the same account.')
  return {
    id: uuidV7(),
    partnerId: owner?.id ?? operatorPartnerId,
    debit: { ...debit, asset, scale } satisfies AccountKey,
    credit: { ...credit, asset, scale } satisfies AccountKey,
    amount: amount.value.minor,
    reason: needed('reason', options.reason),
  }
}

function accountOf(name: string, written?: string): { kind: AccountKind; owner: string } {
  const [kind = '', ...rest] = needed(name, written).split(':')
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
