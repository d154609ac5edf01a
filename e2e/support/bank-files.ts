import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { unique } from './customers.ts'

/** What a notification has of one credit. */
export type Credit = { amount: string; payee: string; payer: string; text: string }

/** The service's own account in Germany, and the number of a customer's account there. */
export async function germanAccounts(client: Client, fundingAccountId: string) {
  const own = (await client.call(routes.sandbox.bankAccounts)).body.data
  const german = own.find(({ countryCode }) => countryCode === 'DE')
  const read = await client.call(routes.accounts.readFunding, { params: { fundingAccountId } })
  const { bank_account_number: payee } = read.body.data.depositAccountInfo
  if (!german || !payee) throw new Error('There is no account in Germany.')
  return { account: german.accountNumber, payee }
}

/** A notification of the bank with an id of its own. */
export function notification(account: string, credits: readonly Credit[], day: string): string {
  const id = `E2E-${unique()}`
  const made = `${day}T08:00:00`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr><Ntfctn><Id>${id}</Id><CreDtTm>${made}</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${credits.map((credit) => entryOf(credit, day)).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
}

const entryOf = ({ amount, payee, payer, text }: Credit, day: string): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr><DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct><CdtrAcct><Id><IBAN>${payee}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
