import { toText } from '@corridor/domain/money'
import { useRef, useState } from 'react'
import { sandbox } from '../../api/call.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { amountText, decimalText } from '../../ui/format/numbers.ts'
import { type Asset, parseAmount } from '../../ui/format/parse-amount.ts'
import { useSourceAsset } from '../transfers/use-asset.ts'
import { Control, useControl } from './control.tsx'
import {
  DepositAmount,
  DepositPayer,
  type Preset,
  strangers,
  useTypedAmount,
} from './deposit-fields.tsx'
import { serviceText } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

/** Lets the money arrive that the transfer waits for; the page behind follows by itself. */
export function TransferDeposit({ transfer }: { transfer: Transfer }) {
  const { executionId, from } = transfer
  const input = useRef<HTMLInputElement>(null)
  const asset = useSourceAsset(transfer)
  const quoted = decimalText(from.amount)
  const amount = useTypedAmount(asset, quoted)
  const [senderName, setSenderName] = useState(from.fullName)
  const state = useControl(sandbox.depositForTransfer, ({ message }) =>
    message ? serviceText(message) : t('Deposit arrived'),
  )
  const check = () => {
    const ok = amount.check()
    if (!ok) input.current?.focus()
    return ok
  }
  return (
    <Control
      title={t('Simulate deposit')}
      text={t(
        'Sandbox only: no real money moves. Within 0.5 % of the quoted amount the transfer continues at the quoted rate; anything else goes to review.',
      )}
      state={state}
      refused={t('Nothing arrived')}
      check={check}
      initialFocus={input}
      choices={[
        {
          label: t('Simulate deposit'),
          input: {
            params: { executionId },
            body: { amount: amount.value, currency: from.currency, senderName: senderName.trim() },
          },
        },
      ]}
    >
      <DepositAmount
        inputRef={input}
        amount={amount}
        currency={asset.currency}
        presets={amountsAround(quoted, asset)}
      />
      <DepositPayer
        optional
        name={senderName}
        presets={[
          { label: from.fullName, text: from.fullName },
          ...strangers,
          { label: t('The bank names nobody'), text: '' },
        ]}
        onChange={setSenderName}
      />
    </Control>
  )
}

/** What is expected, and a tenth less or more of it. */
function amountsAround(quoted: string, asset: Asset): Preset[] {
  const read = parseAmount(quoted, asset)
  if (!read.ok) return []
  const tenth = read.minor / 10n
  const preset = (labelOf: (amount: string) => string, minor: bigint) => {
    const text = toText(minor, asset.decimals)
    return { label: labelOf(amountText(text)), text }
  }
  return [
    {
      label: t('Exactly what is expected, {amount}', { amount: amountText(quoted) }),
      text: quoted,
    },
    preset((amount) => t('Too little, {amount}', { amount }), read.minor - tenth),
    preset((amount) => t('Too much, {amount}', { amount }), read.minor + tenth),
  ]
}
