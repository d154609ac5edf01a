import type { sandbox, ResponseOf } from '@corridor/contract'
import { formatId, toWire } from '@corridor/domain'
import { entryOf } from '../../../outside/bank/entry-text.ts'
import type { Deps } from '../../../ports/deps.ts'
import { payoutsIn } from '../../deposits/bank-reference.ts'
import { type TriedFile, type TriedLine, tryBankFile } from '../../intake/try-file.ts'
import {
  findDepositsOf,
  findPayoutOwners,
  type OwnedPayment,
  type OwnedPayout,
} from '../../payin-routes/payments/store.ts'

type Line = ResponseOf<typeof sandbox.tryBankFile>['data']['lines'][number]

/** A line with whose it is; '' where it is nobody's. */
export type OwnedLine = TriedLine & {
  partnerId: string
  deposit: OwnedPayment | undefined
  /** The payout that the text of money in suspense names. */
  named: OwnedPayout | undefined
}

/** What a file would do, and whose money each line of it is. */
export async function tryFile(
  deps: Deps,
  file: { name: string; text: string },
): Promise<Omit<TriedFile, 'lines'> & { lines: OwnedLine[] }> {
  const tried = await tryBankFile(deps, {
    name: file.name,
    read: () => [Buffer.from(file.text)],
  })
  const payouts = tried.lines.map(payoutOf)
  const names = tried.lines.map(payoutsNamedBy)
  const [deposits, owners] = await deps.db.readingAll(async (tx) => [
    await findDepositsOf(
      tx,
      tried.lines.map(({ payment }) => payment.id),
    ),
    await findPayoutOwners(tx, [...payouts, ...names.flat()]),
  ])
  const byPayment = new Map(deposits.map((deposit) => [deposit.paymentId, deposit]))
  const lines = tried.lines.map((line, place) => {
    const deposit = byPayment.get(line.payment.id)
    const partnerId =
      deposit?.partnerId ??
      line.match?.partnerId ??
      owners.get(payouts[place] ?? '')?.partnerId ??
      ''
    const named = names[place]?.flatMap((id) => owners.get(id) ?? [])[0]
    return { ...line, deposit, partnerId, named }
  })
  return { ...tried, lines }
}

/** The payout that a line is about; '' where it is about none. */
function payoutOf({ payment }: TriedLine): string {
  if (payment.entry !== null) return entryOf(payment.entry).payoutReference
  return payment.id.startsWith('payout/') ? payment.id.slice('payout/'.length) : ''
}

/** Payouts that may have come back, as a payer's text has it. */
const payoutsNamedBy = ({ outcome, payment }: TriedLine): string[] =>
  outcome === 'SUSPENSE' && payment.entry !== null
    ? payoutsIn(entryOf(payment.entry).reference)
    : []

const isOfOthers = (line: OwnedLine, partnerId: string) =>
  line.partnerId !== '' && line.partnerId !== partnerId

/** Whether lines are about money of other partners. */
export const touchesOthers = (lines: readonly OwnedLine[], partnerId: string): boolean =>
  lines.some((line) => isOfOthers(line, partnerId))

/** A line as its partner sees it: of what is another's, nothing but what would become of it. */
export function lineBody(line: OwnedLine, partnerId: string): Line {
  const { outcome, payment, evidence, match, deposit } = line
  const isNamed = line.named?.partnerId === partnerId && line.named.status === 'CONFIRMED'
  const named = isNamed ? line.named : undefined
  const place = { line: evidence.line, part: evidence.part, outcome }
  const none = { payerName: '', text: '', fundingAccountId: '', executionId: '', depositId: '' }
  if (isOfOthers(line, partnerId)) return { ...place, reason: 'OF_OTHERS', ...none }
  const { minor } = evidence
  const { scale, currency } = payment
  const fundingId = deposit?.fundingAccountId ?? match?.fundingAccountId
  const transferId = deposit?.transferId ?? match?.transferId ?? named?.transferId
  return {
    ...place,
    reason: named ? 'NAMES_PAYOUT' : reasonOf(line),
    amount: { amount: toWire({ minor, scale }), currency },
    bookedOn: evidence.bookedOn,
    payerName: evidence.evidence?.payer.name ?? '',
    text: evidence.evidence?.text ?? '',
    fundingAccountId: fundingId ? formatId('fund', fundingId) : '',
    executionId: transferId ? formatId('exec', transferId) : '',
    depositId: deposit?.depositId ? formatId('dep', deposit.depositId) : '',
  }
}

function reasonOf({ outcome, evidence, payment, match }: OwnedLine): Line['reason'] {
  switch (outcome) {
    case 'CREDITED':
      return match?.fundingAccountId === undefined ? 'NAMES_TRANSFER' : 'ON_ACCOUNT'
    case 'SUSPENSE':
      return payment.entry !== null && entryOf(payment.entry).kind === 'BATCH'
        ? 'NOT_LISTED'
        : 'NOBODY_NAMED'
    case 'KNOWN':
      return evidence.how === 'CERTAIN' ? 'SAME_IDS' : 'LOOKS_THE_SAME'
    case 'HELD':
      return payment.held_for === 'TWICE_IN_FILE' ? 'TWICE_IN_FILE' : 'PERHAPS_REPEATED'
    case 'PAYOUT':
    case 'RETURN':
      return 'ORDERED'
    default:
      return 'OF_THE_BANK'
  }
}
