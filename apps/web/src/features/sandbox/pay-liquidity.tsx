import { useState } from 'react'
import { sandbox } from '../../api/call.ts'
import { RadioGroup } from '../../ui/controls/choice.tsx'
import { Control, useControl } from './control.tsx'

/** Pays the fee of a reserve frame, as a wallet elsewhere would. */
export function PayFee({ frameId: id }: { frameId: string }) {
  const state = useControl(
    sandbox.payLiquidity,
    () => 'The fee was sent and is recognised when it arrives',
  )
  return (
    <Control
      title="Pay the fee"
      state={state}
      refused="Nothing was paid"
      choices={[
        { label: 'Pay fee with test funds', input: { body: { purpose: 'RESERVE_FEE', id } } },
      ]}
    />
  )
}

type RepaymentProps = { quoteId: string; hasBank: boolean }

/** Pays what a replenish quote asks for. */
export function PayRepayment({ quoteId: id, hasBank }: RepaymentProps) {
  const [by, setBy] = useState<'BANK' | 'CHAIN'>(hasBank ? 'BANK' : 'CHAIN')
  const state = useControl(sandbox.payLiquidity, () => 'The deposit is on its way')
  return (
    <Control
      title="Repay"
      state={state}
      refused="Nothing arrived"
      choices={[{ label: 'Simulate deposit', input: { body: { purpose: 'REPAYMENT', id, by } } }]}
    >
      {hasBank ? (
        <RadioGroup
          label="Deposit by"
          labelHidden
          look="segment"
          options={[
            { value: 'BANK', label: 'Bank' },
            { value: 'CHAIN', label: 'Chain' },
          ]}
          value={by}
          onChange={(value) => setBy(value === 'BANK' ? 'BANK' : 'CHAIN')}
        />
      ) : null}
    </Control>
  )
}
