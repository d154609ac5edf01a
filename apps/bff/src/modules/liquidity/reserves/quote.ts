import type { InputOf, liquidity } from '@corridor/contract'
import { fail, ok, readBasisPoints, reserveFee, roomForFrame, toText } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { FrameRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { heldFrames } from '../../../records/liquidity/frame-store.ts'
import { quoteFrame } from '../../../records/liquidity/frames.ts'
import { type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import { creditFacts, creditUse, publishCrossed } from '../line/credit.ts'
import { checkAsset, readAmount } from '../line/line.ts'

type Body = InputOf<typeof liquidity.quoteReserve>['body']

const minuteMs = 60_000
const dayMs = 86_400_000
/** A client that sends its own "now" is late by the time when it arrives. */
const lateMs = 5 * minuteMs
const validMs = 30 * minuteMs
const longestMs = 30 * dayMs
const openMax = 100

/** Quotes a frame: from now on it holds credit, so a fee that is paid in time is never refused. */
export async function quoteReserve(tx: Tx, deps: Pick<Deps, 'ids'>, by: AuditedBy, body: Body) {
  const line = await lockLine(tx, by.partnerId)
  const asset = checkAsset(line, body.asset)
  if (!asset.ok) return asset
  const amount = readAmount(line, body.amount, 'amount')
  if (!amount.ok) return amount
  const span = readSpan(body, line.at)
  if (!span.ok) return span
  const { from, to } = span.value
  const frames = await heldFrames(tx, by.partnerId)
  const open = frames.filter(({ status }) => status === 'QUOTED').length
  if (open >= openMax)
    return exceeded(`There are ${openMax} open quotes already. Accept or cancel some.`, 0n, line)
  const room = roomForFrame(creditFacts(line, frames), { from, to })
  if (amount.value > room)
    return exceeded(
      `At most ${toText(room, line.scale)} ${line.currency} can be reserved for this time.`,
      room,
      line,
    )
  const { hourlyFeeRateInBps } = line.terms
  const { hours, fee } = reserveFee({
    amount: amount.value,
    hourlyRate: readBasisPoints(hourlyFeeRateInBps),
    from,
    to,
  })
  const row = await quoteFrame(tx, by, {
    partner_id: by.partnerId,
    id: deps.ids.uuid(),
    jurisdiction_id: line.jurisdiction_id,
    chain_id: line.chain_id,
    currency: line.currency,
    scale: line.scale,
    amount: amount.value,
    starts_at: from,
    ends_at: to,
    reference: body.reference,
    hourly_rate: hourlyFeeRateInBps,
    hours,
    fee,
    valid_until: new Date(Math.min(line.at.getTime() + validMs, to.getTime())),
  })
  const used = (all: FrameRow[]) => creditUse(line, all, line.at)
  await publishCrossed(tx, line, used(frames), used([...frames, row]))
  return ok({ line, row })
}

function readSpan({ startTimestamp, endTimestamp }: Body, now: Date) {
  const from = new Date(startTimestamp)
  const to = new Date(endTimestamp)
  const length = to.getTime() - from.getTime()
  if (from.getTime() < now.getTime() - lateMs)
    return invalid('startTimestamp', 'A frame begins now or later.')
  if (length <= 0) return invalid('endTimestamp', 'The end is after the start.')
  if (to <= now) return invalid('endTimestamp', 'The end lies in the past.')
  if (length < 60 * minuteMs) return invalid('endTimestamp', 'A frame lasts at least an hour.')
  if (length > longestMs) return invalid('endTimestamp', 'A frame lasts at most 30 days.')
  return ok({ from, to })
}

const invalid = (path: string, message: string) =>
  fail({ code: 'FIELD_INVALID' as const, details: [detail(path, 'FIELD_INVALID', message)] })

const exceeded = (message: string, room: bigint, { scale }: Line) =>
  fail({
    code: 'CREDIT_LIMIT_EXCEEDED' as const,
    details: [
      detail('amount', 'CREDIT_LIMIT_EXCEEDED', message, {
        remaining: Number.parseFloat(toText(room, scale)),
      }),
    ],
  })
