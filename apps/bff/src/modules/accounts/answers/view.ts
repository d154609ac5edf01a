import type { OrderPayeeCheck, PayeeCheck } from '@corridor/contract'
import type { z } from 'zod'
import type { PayeeJson } from '../../../records/transfers/store.ts'
import type { KeptAnswer } from './token.ts'

/** An answer as records show it; a bank's name only where it is like the one that was asked about. */
export const checkBody = ({
  outcome,
  asked,
  name,
  scheme,
  reference,
  checkedAt,
}: Omit<KeptAnswer, 'checkedAt'> & { checkedAt?: string }): z.output<typeof PayeeCheck> => ({
  outcome,
  askedName: asked,
  bankName: outcome === 'CLOSE_MATCH' ? name : '',
  scheme,
  reference,
  ...(checkedAt === undefined ? {} : { checkedAt }),
})

type OrderBody = z.output<typeof OrderPayeeCheck>

/** The answer that an order keeps, with what let it leave. */
export function orderCheckBody({ outcome, release, check, checked_at }: PayeeJson): OrderBody {
  const {
    asked = '',
    name = '',
    scheme = '',
    reference = '',
    ...decided
  } = (check ?? {}) as {
    asked?: string
    name?: string
    scheme?: string
    reference?: string
  } & Pick<OrderBody, 'decidedBy' | 'decidedAt'>
  const { decidedBy, decidedAt } = decided
  return {
    ...checkBody({ outcome, asked, name, scheme, reference }),
    ...(checked_at === null ? {} : { checkedAt: new Date(checked_at).toISOString() }),
    ...(release === null ? {} : { release }),
    ...(decidedBy === undefined ? {} : { decidedBy }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
  }
}
