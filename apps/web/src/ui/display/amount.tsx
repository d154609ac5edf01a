import { shownDigits } from '@corridor/domain/money'
import { clsx } from 'clsx'
import { amountParts } from '../format/numbers.ts'

type Props = {
  /** The wire's number or a decimal text; shown exactly, never calculated with. */
  value: number | string | undefined
  currency?: string | undefined
  /** Whose digits it is shown with, where the code stands apart from it. */
  of?: string | undefined
  /** The asset's own precision, where it is known better than by the currency. */
  decimals?: number | undefined
  /** Has not arrived yet: muted ink. */
  due?: boolean
  /** `figure` is the one number a view is about; `large` a smaller one. */
  look?: 'text' | 'figure' | 'large'
}

/** Major part in ink, minor part faint, the code small beside it. */
export function Amount({ value, currency, of = currency, decimals, due, look = 'text' }: Props) {
  if (value === undefined || value === '') return <span className="faint">–</span>
  const { major, minor } = amountParts(value, decimals ?? (of ? shownDigits(of) : undefined))
  const code = currency ? ` ${currency}` : ''
  if (look !== 'text') {
    return (
      <span className={look === 'figure' ? 'figure' : 'figure-small'}>
        {major}
        <span className="minor">{minor}</span>
        {currency ? <small>{currency}</small> : null}
      </span>
    )
  }
  return (
    <span className={clsx('nowrap number', due && 'muted')}>
      {major}
      <span className="minor">{minor}</span>
      {code ? <span className="caption">{code}</span> : null}
    </span>
  )
}
