import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { readIncoming } from '../incoming/reader.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'

/** The account of `statement`. */
export const account: OperatorAccount = {
  countryCode: 'DE',
  currency: 'EUR',
  holderName: 'Corridor Payments',
  bankName: '',
  bankAddress: '',
  routingNumber: 'COBADEFFXXX',
  accountNumber: 'DE89370400440532013000',
  virtualPrefix: '',
}

export const start = ':20:REF1\n:25:37040044/0532013000\n:28C:00005/001\n:60F:C260105EUR100,00\n'
/** A statement of these lines. */
export const statement = (lines: string, closing = 'C260105EUR110,00') =>
  `${start}${lines}\n:62F:${closing}\n-\n`

export async function all(
  text: string | Uint8Array,
  accounts = [account],
): Promise<IncomingEvent[]> {
  const events: IncomingEvent[] = []
  for await (const some of readIncoming([Buffer.from(text)], accounts)) events.push(...some)
  return events
}
/** What a statement has of its lines alone. */
export const linesOf = async (lines: string) =>
  (await all(statement(lines))).filter(({ type }) =>
    ['EVIDENCE', 'ANNOUNCED', 'ASIDE'].includes(type),
  )
