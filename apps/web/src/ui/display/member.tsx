import type { Member, Members } from '@corridor/contract/members'
import type { ReactNode } from 'react'
import { codeLabel } from '../../messages/service.ts'
import { rateText } from '../format/numbers.ts'
import { shortAddress, shortId, Amount, Time } from './values.tsx'
import { type Fact, fact } from './blocks.tsx'

/** The value of a member as its kind is shown. */
export function memberValue({ kind }: Member, value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return <span className="faint">–</span>
  if (kind === 'money') {
    const { amount, currency } = value as { amount: number; currency: string }
    return <Amount value={amount} currency={currency} />
  }
  if (kind === 'number' || kind === 'count')
    return <span className="number">{rateText(Number(value))}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (kind === 'time') return <Time at={text} />
  if (kind === 'id') return <span className="mono">{shortId(text)}</span>
  if (kind === 'hash') return <span className="mono">{shortAddress(text)}</span>
  return kind === 'state' || kind === 'code' ? codeLabel(text) : text
}

/** What details show of a record by the table of its members. */
export function memberFacts(members: Members, record: object): Fact[] {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return Object.entries(members).map(
    ([name, member]) =>
      member.fact &&
      Boolean(values[name]) &&
      fact(member.label, <span className="truncated">{memberValue(member, values[name])}</span>),
  )
}
