import { customerNames, executionId, namesOf, type TwoNames } from '@corridor/domain'
import { readParties, type TransferParties } from './parties-store.ts'
import { readPayee } from './payee-store.ts'
import { orderKindOf } from '../../../records/transfers/payouts.ts'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { keepAsCase } from '../../screening/cases.ts'
import { senderSubjects } from '../../screening/deposits.ts'
import {
  hitsIn,
  keep,
  askedBy,
  lookUp,
  type ScreeningContext,
  type Subject,
} from '../../screening/screen.ts'

type Parts = Pick<Deps, 'db' | 'screening' | 'ids' | 'log'>

/** `write` keeps a clear outcome in the transaction that closes the step. */
export type PartyCheck =
  | { outcome: 'CLEAR'; write: (tx: Tx) => Promise<void>; parties: TransferParties }
  | { outcome: 'HIT' | 'UNAVAILABLE' }

export const transferContext = (row: TransferRow): ScreeningContext => ({
  partnerId: row.partner_id,
  kind: 'transfer',
  id: executionId(row),
})

/**
 * Looks up everybody a transfer is about: both customers, the holders and addresses of their
 * accounts, and who paid. A name that staff cleared in this transfer is clear.
 */
export async function checkParties(deps: Parts, transfer: TransferRow, known?: TransferParties) {
  const parties = known ?? (await deps.db.groupCommit((tx) => readParties(tx, transfer)))
  return checkKnown(deps, transferContext(transfer), parties)
}

/** The same for parties that were read. */
export const checkKnown = (deps: Parts, context: ScreeningContext, parties: TransferParties) =>
  decide(deps, context, parties, subjectsOf(parties))

/**
 * Looks up who gets an order, and whose money it is: of a payout that is tried again, that waited, or
 * that goes to another account than the one that was checked, and of money that goes back.
 */
export async function checkPayee(deps: Parts, transfer: TransferRow, order: PayoutRow) {
  const { parties, payee } = await deps.db.groupCommit(async (tx) => ({
    parties: await readParties(tx, transfer),
    payee: order.account_id === null ? undefined : await readPayee(tx, order),
  }))
  const named = order.beneficiary as { name?: string } | null
  const isRefund = orderKindOf(order) === 'refund'
  // A refund of its own runs the other way: its receiver is the first payer.
  const isPayer = isRefund && transfer.refund_of === null
  const payeeId = isPayer ? transfer.from_entity_id : transfer.to_entity_id
  const subjects: Subject[] = [
    ...subjectsOf({
      customers: parties.customers.filter(({ id }) => id === payeeId),
      accounts: [],
      senders: parties.senders,
    }),
    ...holderNames(named?.name === undefined ? payee?.holder : named),
    { kind: 'address', address: order.address ?? '' },
  ]
  return decide(deps, transferContext(transfer), parties, withDetails(parties, subjects))
}

async function decide(
  deps: Parts,
  context: ScreeningContext,
  parties: TransferParties,
  subjects: readonly Subject[],
): Promise<PartyCheck> {
  const found = await lookUp(deps, subjects)
  if (!found.ok) return { outcome: 'UNAVAILABLE' }
  const write = async (tx: Tx) => void (await keep(tx, deps, context, found.value))
  if (hitsIn(found.value).length === 0) return { outcome: 'CLEAR', write, parties }
  // A transfer that is refused before it is signed has no review of its own.
  const keepHit = context.kind === 'quote' ? keepAsCase : keep
  const { outcome } = await deps.db.asWorker((tx) => keepHit(tx, deps, context, found.value))
  return outcome === 'HIT' ? { outcome } : { outcome, write: () => Promise.resolve(), parties }
}

const holderNames = (holder: unknown): Subject[] =>
  namesOf({ name: '', ...(holder as Partial<TwoNames> | null) }).map((holderName) => ({
    kind: 'account',
    holderName,
  }))

function subjectsOf(parties: TransferParties): Subject[] {
  const { customers, accounts, senders } = parties
  return withDetails(parties, [
    ...customers.flatMap((customer) =>
      namesOf(customerNames(customer)).map((name): Subject => ({ kind: 'party', name })),
    ),
    ...accounts.flatMap(({ name, latinName, address }): Subject[] => [
      ...holderNames({ name: name ?? '', latinName: latinName ?? '' }),
      { kind: 'address', address: address ?? '' },
    ]),
    ...senders.flatMap((sender) => senderSubjects({ sender })),
  ])
}

/** Date of birth and country are known of our customers: of others who have the same name, too. */
function withDetails({ customers }: TransferParties, subjects: readonly Subject[]): Subject[] {
  const known = new Map(
    customers.flatMap((customer) =>
      namesOf(customerNames(customer)).map((name) => [
        askedBy({ kind: 'party', name }),
        customer.type === 'business'
          ? { country: customer.incorporation ?? '' }
          : { dateOfBirth: customer.date_of_birth ?? '', country: customer.nationality ?? '' },
      ]),
    ),
  )
  return subjects.map((subject) =>
    subject.kind === 'address' ? subject : { ...subject, ...known.get(askedBy(subject)) },
  )
}
