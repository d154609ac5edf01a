import type { OperatorAccount } from '@corridor/banks'

/** One entry as a bank of files writes it; what is absent stays out. */
export type CamtEntry = {
  amount: string
  currency?: string
  isDebit?: boolean
  day: string
  reference?: string
  endToEndId?: string
  payer?: string
  payerAccount?: string
  ultimatePayer?: string
  /** More elements of the parties, and what stands beside them. */
  parties?: string
  agents?: string
  /** The account that it lands on. */
  payee?: string | undefined
  text?: string
  subFamily?: string
  /** Instead of the details. */
  details?: string
  /** When it was accepted. */
  at?: string
}

const tag = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`

const idOf = (number: string) =>
  /^[A-Z]{2}\d{2}/.test(number)
    ? `<Id><IBAN>${number}</IBAN></Id>`
    : `<Id><Othr><Id>${number}</Id></Othr></Id>`

function entryOf(entry: CamtEntry, currency: string): string {
  const { amount, day, reference, isDebit = false, subFamily = 'ESCT' } = entry
  const details =
    entry.details ??
    `<NtryDtls><TxDtls><Refs>${tag('EndToEndId', entry.endToEndId ?? 'NOTPROVIDED')}</Refs><RltdPties><Dbtr><Nm>${entry.payer ?? 'Ada Payer'}</Nm></Dbtr>${entry.payerAccount === '' ? '' : `<DbtrAcct>${idOf(entry.payerAccount ?? 'DE75512108001245126199')}</DbtrAcct>`}${entry.ultimatePayer ? `<UltmtDbtr><Nm>${entry.ultimatePayer}</Nm></UltmtDbtr>` : ''}${entry.payee ? `<CdtrAcct>${idOf(entry.payee)}</CdtrAcct>` : ''}${entry.parties ?? ''}</RltdPties>${tag('RltdAgts', entry.agents)}<RmtInf>${tag('Ustrd', entry.text ?? 'INV 7')}</RmtInf>${entry.at ? `<RltdDts><AccptncDtTm>${entry.at}</AccptncDtTm></RltdDts>` : ''}</TxDtls></NtryDtls>`
  return `<Ntry><Amt Ccy="${entry.currency ?? currency}">${amount}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${tag('AcctSvcrRef', reference)}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`
}

const kinds = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

type CamtHead = { createdAt?: string; balances?: string; statementId?: string | undefined }

/** With what a statement opens and closes on its days; `''` where one of both is not there. */
export function balancesOf(
  currency: string,
  opening: { minor: bigint | undefined; day: string },
  closing: { minor: bigint | undefined; day: string },
): string {
  const balance = (code: string, { minor, day }: typeof opening) =>
    minor === undefined
      ? ''
      : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${minor / 100n}.${String(minor % 100n).padStart(2, '0')}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return balance('OPBD', opening) + balance('CLBD', closing)
}

let serial = 0

/** A message of a bank about one of the service's accounts, by default with an id of its own. */
export function camt(
  kind: keyof typeof kinds,
  account: Pick<OperatorAccount, 'accountNumber' | 'currency'>,
  entries: readonly CamtEntry[],
  { createdAt, balances = '', statementId }: CamtHead = {},
): string {
  const [message, part] = kinds[kind]
  serial += 1
  const id = `${message}-${process.pid}-${serial}`
  const made = createdAt ?? `${entries[0]?.day ?? '2026-01-05'}T18:00:00`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.02"><${message}><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr><${part}><Id>${statementId ?? id}</Id><CreDtTm>${made}</CreDtTm><Acct>${idOf(account.accountNumber)}<Ccy>${account.currency}</Ccy></Acct>${balances}${entries.map((entry) => entryOf(entry, account.currency)).join('')}</${part}></${message}></Document>`
}
