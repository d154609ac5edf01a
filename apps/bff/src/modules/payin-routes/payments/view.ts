import type { BankMessage } from '@corridor/contract'
import { toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { EvidenceView, PaymentView } from '../../../outside/bank/decisions-store.ts'
import { maskNumber } from '../../accounts/external/secrets.ts'

type Body = z.output<typeof BankMessage>

/** How the contract calls it where the database has another name. */
const joinedAs = (how: string): Body['joined'] =>
  how === 'CLOSED' ? 'BY_STATEMENT' : (how as Body['joined'])

/** What a message has of a payment; what was taken in before messages were kept has little. */
export function messageBody(
  { scale, currency }: Pick<PaymentView, 'scale' | 'currency'>,
  item: EvidenceView,
): Body {
  const { evidence } = item
  return {
    kind: item.messageKind,
    messageId: item.messageId,
    madeAt: item.writtenAt.toISOString(),
    readAt: item.readAt.toISOString(),
    line: item.line,
    bookedOn: item.bookedOn,
    amount: { amount: toWire({ minor: item.minor, scale }), currency },
    payer: {
      name: evidence?.payer.name ?? '',
      accountMasked: maskNumber(evidence?.payer.account ?? ''),
      ultimateName: evidence?.ultimatePayer ?? '',
    },
    institutions: [...(evidence?.institutions ?? [])],
    text: evidence?.text ?? '',
    endToEndId: evidence?.ids.endToEndId ?? '',
    uetr: evidence?.ids.uetr ?? '',
    bankReference: evidence?.ids.paymentReference || evidence?.ids.lineReference || '',
    joined: joinedAs(item.how),
  }
}
