import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, q, sandbox } from '../../../api/call.ts'
import { serviceNow } from '../../../api/clock.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { t } from '../../../messages/text.ts'

type Account = AnswerOf<typeof sandbox.bankAccounts>['data'][number]

/** Writes a notification to start from, for one of the accounts that files are about. */
export function ExampleFile({ onTake }: { onTake: (text: string) => void }) {
  const missing = useMissingPermission('sandbox')
  const query = useQuery({ ...q(sandbox.bankAccounts, {}), enabled: missing === undefined })
  const accounts = query.data?.data ?? []
  const [chosen, setChosen] = useState('')
  const account = accounts.find(({ accountNumber }) => accountNumber === chosen) ?? accounts[0]
  return (
    <div className="row flex-wrap items-end">
      <SelectField
        label={t('Our account')}
        options={accounts.map(({ countryCode, currency, accountNumber }) => ({
          value: accountNumber,
          label: `${countryName(countryCode)}, ${currency}, ${accountNumber}`,
        }))}
        value={account?.accountNumber ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button
        disabledReason={missing ?? (account ? undefined : t('The accounts are being read'))}
        onClick={() => {
          if (account) onTake(exampleOf(account, new Date(serviceNow())))
        }}
      >
        {t('Insert example')}
      </Button>
    </div>
  )
}

/** A camt.054 with one credit of the day; `PAYEE` stands for the account that it lands on. */
function exampleOf({ accountNumber, currency }: Account, at: Date): string {
  const made = at.toISOString().slice(0, 19)
  const day = made.slice(0, 10)
  const id = `EXAMPLE-${at.getTime()}`
  const number = /^[A-Z]{2}\d{2}/.test(accountNumber)
    ? `<IBAN>${accountNumber}</IBAN>`
    : `<Othr><Id>${accountNumber}</Id></Othr>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02">
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>${id}</MsgId><CreDtTm>${made}</CreDtTm></GrpHdr>
    <Ntfctn>
      <Id>${id}</Id><CreDtTm>${made}</CreDtTm>
      <Acct><Id>${number}</Id><Ccy>${currency}</Ccy></Acct>
      <Ntry>
        <Amt Ccy="${currency}">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <RltdPties>
            <Dbtr><Nm>Ada Payer</Nm></Dbtr>
            <DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>
            <CdtrAcct><Id><Othr><Id>PAYEE</Id></Othr></Id></CdtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>INV 7</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`
}
