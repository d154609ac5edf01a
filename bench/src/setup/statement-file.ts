import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PaidInto } from './routed.ts'

/** The sandbox's operator account in Germany, which is always the same one. */
const house = { iban: 'DE78999995073353800252', bic: 'CRDRDE20XXX', holder: 'Corridor Payments' }
const day = '2026-01-05'

/** Writes a notification (camt.054) of credits on accounts of customers, in turn. */
export async function writeStatement(
  path: string,
  accounts: readonly PaidInto[],
  { id, entries }: { id: string; entries: number },
): Promise<void> {
  const file = createWriteStream(path)
  file.write(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>${id}</Id><Acct><Id><IBAN>${house.iban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BICFI>${house.bic}</BICFI></FinInstnId></Svcr></Acct>`)
  for (let at = 0; at < entries; at += 1) {
    const account = accounts[at % accounts.length]
    if (!account) throw new Error('no accounts')
    if (!file.write(entry(account, `${id}-${at}`))) await once(file, 'drain')
  }
  file.end('</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>\n')
  await finished(file)
}

const amount = '<Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
const code =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>'

const entry = ({ routingNumber, accountNumber }: PaidInto, reference: string): string =>
  `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>${code}<NtryDtls><TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}${code}<RltdPties><Dbtr><Pty><Nm>Ada Okonkwo</Nm></Pty></Dbtr><Cdtr><Pty><Nm>${house.holder}</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${accountNumber}</IBAN></Id></CdtrAcct></RltdPties><RltdAgts><CdtrAgt><FinInstnId><BICFI>${routingNumber}</BICFI></FinInstnId></CdtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>\n`
