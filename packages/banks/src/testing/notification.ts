import { testOperatorAccounts } from '../accounts/operator-accounts.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { readMessages } from '../iso20022/incoming/reader.ts'

export const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'GB', currency: 'GBP' },
])
export const operatorIban = accounts[0]?.accountNumber ?? ''

export type EntryParts = {
  amount?: string
  sign?: 'CRDT' | 'DBIT'
  status?: string
  before?: string
  reference?: string
  details?: string
  after?: string
}
/** An entry of version 08, in XML; only what a case is about has to be given. */
export const entry = ({
  amount = '10.00',
  sign = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  before = '',
  reference = '',
  details = '',
  after = '',
}: EntryParts = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${before}${status}` +
  `<BookgDt><Dt>2026-01-05</Dt></BookgDt>` +
  (reference === '' ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`) +
  `<NtryDtls>${details}</NtryDtls>${after}</Ntry>`
export const payment = (parts: string, refs = '') => `<TxDtls><Refs>${refs}</Refs>${parts}</TxDtls>`
export const endToEnd = (id: string) => `<EndToEndId>${id}</EndToEndId>`
export const servicer = (id: string) => `<AcctSvcrRef>${id}</AcctSvcrRef>`
export const amount = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`

export const notification = (entries: string, message = 'camt.054.001.08') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><BkToCstmrDbtCdtNtfctn>` +
  `<GrpHdr><MsgId>N1</MsgId><CreDtTm>2026-01-05T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>1</Id>` +
  `<Acct><Id><IBAN>${operatorIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Ntfctn>` +
  `</BkToCstmrDbtCdtNtfctn></Document>`

/** What is in a file, but for its header and the statement itself. */
export async function read(text: string | Uint8Array): Promise<IncomingEvent[]> {
  const all: IncomingEvent[] = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const events of readMessages([bytes], accounts)) all.push(...events)
  return all.filter(({ type }) => type !== 'HEADER' && type !== 'STATEMENT')
}

/** What matches evidence with these members. */
export const evidence = (parts: object) => ({ type: 'EVIDENCE', evidence: parts })
