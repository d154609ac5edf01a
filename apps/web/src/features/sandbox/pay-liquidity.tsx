import { useState } from 'react'
import { sandbox } from '../../api/call.ts'
import { RadioGroup } from '../../ui/controls/inputs.tsx'
import { Control, useControl } from './control.tsx'
import { t } from '../../messages/text.ts'

/** Pays the fee of a reserve frame, as a wallet elsewhere would. */
export function PayFee({ frameId: id }: { frameId: string }) {
  const state = useControl(sandbox.payLiquidity, () =>
    t('The fee was sent and is recognised when it arrives'),
  )
  return (
    <Control
      title={t('Pay the fee')}
      state={state}
      refused={t('Nothing was paid')}
      choices={[
        { label: t('Pay fee with test funds'), input: { body: { purpose: 'RESERVE_FEE', id } } },
      ]}
    />
  )
}

/** Pays what a replenish quote asks for. */
export function PayRepayment({ quoteId: id, hasBank }: { quoteId: string; hasBank: boolean }) {
  const [by, setBy] = useState<'BANK' | 'CHAIN'>(hasBank ? 'BANK' : 'CHAIN')
  const state = useControl(sandbox.payLiquidity, () => t('The deposit is on its way'))
  return (
    <Control
      title={t('Repay')}
      state={state}
      refused={t('Nothing arrived')}
      choices={[
        { label: t('Simulate deposit'), input: { body: { purpose: 'REPAYMENT', id, by } } },
      ]}
    >
      {hasBank ? (
        <RadioGroup
          label={t('Deposit by')}
          labelHidden
          look="segment"
          options={[
            { value: 'BANK', label: t('Bank') },
            { value: 'CHAIN', label: t('Chain') },
          ]}
          value={by}
          onChange={(value) => setBy(value === 'BANK' ? 'BANK' : 'CHAIN')}
        />
      ) : null}
    </Control>
  )
}
