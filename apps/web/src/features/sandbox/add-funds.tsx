import { useRef, useState } from 'react'
import { sandbox } from '../../api/call.ts'
import { SelectField, AmountField } from '../../ui/controls/inputs.tsx'
import { amountText } from '../../ui/format/numbers.ts'
import { Control, useControl } from './control.tsx'
import { useTypedAmount } from './deposit-fields.tsx'
import type { FundTarget } from './fund-targets.ts'
import { t } from '../../messages/text.ts'

/** Asks the development chain's faucet; the balance behind follows by itself. */
export function AddFunds({ targets }: { targets: readonly FundTarget[] }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | undefined>()
  const target = targets.find(({ accountId }) => accountId === chosen) ?? targets[0]
  const amount = useTypedAmount(target ?? { currency: '', decimals: 0 }, '')
  const state = useControl(sandbox.faucet, ({ data }) =>
    t('{amount} added', { amount: amountText(data.amount, data.currency) }),
  )
  const check = () => {
    const ok = amount.check()
    if (!ok) input.current?.focus()
    return ok && target !== undefined
  }
  const { address = '', jurisdictionId = '' } = target ?? {}
  return (
    <Control
      title={t('Add test funds')}
      text={t('Test tokens of the sandbox’s own chain. They cost nothing and are worth nothing.')}
      state={state}
      refused={t('Nothing was added')}
      check={check}
      initialFocus={input}
      choices={[
        { label: t('Add'), input: { body: { address, jurisdictionId, amount: amount.value } } },
      ]}
    >
      <AmountField
        ref={input}
        label={t('Amount')}
        unit={target?.currency ?? ''}
        value={amount.typed}
        error={amount.problem}
        onChange={(event) => amount.set(event.target.value)}
      />
      {targets.length > 1 ? (
        <SelectField
          label={t('Token')}
          options={targets.map(({ accountId, label }) => ({ value: accountId, label }))}
          value={target?.accountId ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      ) : null}
    </Control>
  )
}
