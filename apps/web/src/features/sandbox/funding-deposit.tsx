import { codeText } from '../../messages/service.ts'
import { useRef, useState } from 'react'
import { sandbox } from '../../api/call.ts'
import type { FundingAccount } from '../../api/queries/accounts.ts'
import { decimalText } from '../../ui/format/numbers.ts'
import { useAssetOf } from '../liquidity/asset.ts'
import { Control, useControl } from './control.tsx'
import { DepositAmount, DepositPayer, strangers, useTypedAmount } from './deposit-fields.tsx'
import { t } from '../../messages/text.ts'

type Account = Pick<FundingAccount, 'fundingAccountId' | 'jurisdiction' | 'accountOwner' | 'limits'>

/** Has money arrive on a funding account, as a payer's bank or wallet would send it. */
export function FundingDeposit({ account }: { account: Account }) {
  const { fundingAccountId, jurisdiction, accountOwner, limits } = account
  const { currency } = jurisdiction
  const input = useRef<HTMLInputElement>(null)
  const asset = useAssetOf(jurisdiction.id) ?? { currency, decimals: 2 }
  const amount = useTypedAmount(asset, ordinary)
  const [senderName, setSenderName] = useState(accountOwner.name)
  const [problem, setProblem] = useState<string | undefined>()
  const state = useControl(sandbox.depositForFunding, ({ data }) =>
    t('The deposit arrived: {state}', { state: codeText(data.status) }),
  )
  const check = () => {
    const hasSender = senderName.trim() !== ''
    setProblem(hasSender ? undefined : t('Enter a name'))
    const ok = amount.check()
    if (!ok) input.current?.focus()
    return ok && hasSender
  }
  return (
    <Control
      title={t('Simulate deposit')}
      text={t(
        'Sandbox only: no real money moves. A route forwards it if there is one; what does not fit is held.',
      )}
      state={state}
      refused={t('Nothing arrived')}
      check={check}
      initialFocus={input}
      choices={[
        {
          label: t('Simulate deposit'),
          input: {
            params: { fundingAccountId },
            body: { amount: amount.value, currency, senderName: senderName.trim() },
          },
        },
      ]}
    >
      <DepositAmount
        inputRef={input}
        amount={amount}
        currency={currency}
        presets={[
          { label: t('An ordinary amount'), text: ordinary },
          { label: t('Below the smallest deposit'), text: '0.01' },
          { label: t('The largest deposit'), text: decimalText(limits.maxDeposit) },
        ]}
      />
      <DepositPayer
        name={senderName}
        error={problem}
        presets={[{ label: accountOwner.name, text: accountOwner.name }, ...strangers]}
        onChange={(name) => {
          setSenderName(name)
          setProblem(undefined)
        }}
      />
    </Control>
  )
}

/** Within the limits of every corridor of a sandbox. */
const ordinary = '250.00'
