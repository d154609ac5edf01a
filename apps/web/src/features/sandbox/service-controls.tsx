import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../api/clock.ts'
import { sandbox } from '../../api/call.ts'
import { jurisdictionsQuery } from '../../api/queries/accounts.ts'
import { SelectField, TextField, AmountField } from '../../ui/controls/inputs.tsx'
import { useZone } from '../../ui/preferences/zone.ts'
import { amountText } from '../../ui/format/numbers.ts'
import { timeText } from '../../ui/format/times.ts'
import { Control, useControl } from './control.tsx'
import { useTypedAmount } from './deposit-fields.tsx'
import { t } from '../../messages/text.ts'

const hour = 3600
const day = 24 * hour

/** Moves the one clock of the service; what is due by then follows. */
export function ClockControl() {
  const zone = useZone()
  const now = useNow(1000)
  const state = useControl(sandbox.advanceClock, ({ data }) =>
    t('It is now {time}', { time: timeText(data.now, zone, { detail: 'second', withZone: true }) }),
  )
  const forward = (label: string, seconds: number) => ({ label, input: { body: { seconds } } })
  return (
    <Control
      title={t('Advance the clock')}
      text={t('Service time is {time}. It moves forward only: quotes expire and due work starts.', {
        time: timeText(now, zone, { detail: 'second', withZone: true }),
      })}
      state={state}
      refused={t('The clock did not move')}
      choices={[
        forward(t('15 minutes'), hour / 4),
        forward(t('1 hour'), hour),
        forward(t('1 day'), day),
        forward(t('7 days'), 7 * day),
      ]}
    />
  )
}

/** Makes blocks of the development chain, or drops the newest of them. */
export function BlocksControl() {
  const [typed, setTyped] = useState('3')
  const blocks = Number(typed)
  const [problem, setProblem] = useState<string | undefined>()
  const mine = useControl(sandbox.mine, ({ data }) =>
    t('The newest block is {blockNumber}', { blockNumber: data.blockNumber }),
  )
  const reorg = useControl(sandbox.reorg, ({ data }) =>
    t('Blocks were replaced; the newest is {blockNumber}', { blockNumber: data.blockNumber }),
  )
  const check = () => {
    const ok = Number.isInteger(blocks) && blocks >= 1 && blocks <= 1000
    setProblem(ok ? undefined : t('A whole number from 1 to 1,000'))
    return ok
  }
  const input = { body: { blocks } }
  return (
    <div className="grid gap-2">
      <TextField
        label={t('Blocks')}
        inputMode="numeric"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <Control
        title={t('Mine blocks')}
        state={mine}
        check={check}
        refused={t('No block was mined')}
        choices={[{ label: t('Mine'), input }]}
      />
      <Control
        title={t('Chain reorg')}
        text={t('Replaces the newest blocks with empty ones: their transactions are undone.')}
        state={reorg}
        check={check}
        refused={t('No block was replaced')}
        choices={[{ label: t('Replace blocks'), input, variant: 'danger' }]}
      />
    </div>
  )
}

/** Pays test tokens to any address. */
export function FaucetControl() {
  const known = useQuery(jurisdictionsQuery).data?.data ?? []
  const tokens = known.filter(({ type }) => type === 'blockchain')
  const [chosen, setChosen] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const token = tokens.find(({ id }) => id === chosen) ?? tokens[0]
  const { currency = '', currencyScale: decimals = 6 } = token ?? {}
  const amount = useTypedAmount({ currency, decimals }, '100')
  const state = useControl(sandbox.faucet, ({ data }) =>
    t('{amount} paid in block {blockNumber}', {
      amount: amountText(data.amount, data.currency),
      blockNumber: data.blockNumber,
    }),
  )
  const check = () => {
    const hasAddress = address.trim() !== ''
    setProblem(hasAddress ? undefined : t('Enter an address'))
    return amount.check() && hasAddress
  }
  return (
    <Control
      title={t('Faucet')}
      text={t('Pays test tokens and network fees to an address.')}
      state={state}
      check={check}
      refused={t('Nothing was paid')}
      choices={[
        {
          label: t('Pay test tokens'),
          input: {
            body: {
              address: address.trim(),
              jurisdictionId: token?.id ?? '',
              amount: amount.value,
            },
          },
        },
      ]}
    >
      <TextField
        label={t('Address')}
        mono
        autoComplete="off"
        spellCheck={false}
        value={address}
        error={problem}
        onChange={(event) => {
          setAddress(event.target.value)
          setProblem(undefined)
        }}
      />
      <SelectField
        label={t('Token')}
        options={tokens.map(({ id, name }) => ({ value: id, label: name }))}
        value={token?.id ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      />
      <AmountField
        label={t('Amount')}
        unit={currency}
        value={amount.typed}
        error={amount.problem}
        onChange={(event) => amount.set(event.target.value)}
      />
    </Control>
  )
}
