import { createHash } from 'node:crypto'
import type { InputOf, liquidity } from '@corridor/contract'
import {
  disbursementLegs,
  evmFault,
  fail,
  ok,
  parseId,
  roomForDrawing,
  roomInFrame,
  toText,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { canonicalJson } from '../../../api/request/json.ts'
import { detail, type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import { haveAlone, needAlone } from '../../../db/batch.ts'
import type { Tx } from '../../../db/open.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { DrawingRow, FrameRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findByTransactionId } from '../../../records/liquidity/drawing-store.ts'
import { initiateDrawing } from '../../../records/liquidity/drawings.ts'
import { heldFrames, lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { phaseOf, publishPhase } from '../../../records/liquidity/frames.ts'
import {
  changeLine,
  isOwnAddress,
  type Line,
  shareLine,
  usedOn,
} from '../../../records/liquidity/line-store.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { creditFacts, creditUse, publishCrossed } from '../line/credit.ts'
import { chainOf, checkAsset, ledgerAsset, minorOf, readAmount, treasuryOf } from '../line/line.ts'
import type { BlockedParty } from './screening.ts'

type Body = InputOf<typeof liquidity.initiate>['body']
export type InitiateFailure = Failure<
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'RESERVE_NOT_FOUND'
  | 'TRANSACTION_ID_USED'
  | 'LIMIT_TXN'
  | 'LIMIT_DAILY'
  | 'CREDIT_LIMIT_EXCEEDED'
  | 'RESERVE_EXPIRED'
  | 'ILLEGAL_TRANSITION'
  | 'POLICY_BLOCKED'
>
type Parts = Pick<Deps, 'ids' | 'chains'>

const hourMs = 3_600_000
const longestMs = 30 * 24 * hourMs

/**
 * Draws on the credit line or on a frame. Everything is decided here, under the line's lock; the
 * payment itself is ordered after the commit. `blocked`: the party that is on a list.
 */
export async function initiate(
  tx: Tx,
  deps: Parts,
  caller: Caller,
  body: Body,
  blocked: BlockedParty | undefined,
) {
  const { partnerId } = caller
  const { transactionId, recipientWallet } = body
  haveAlone(tx, `drawing ${transactionId}`)
  // In one round trip, since others wait for the line.
  const { line, known, frames, isOwn } = await sendTogether({
    line: shareLine(tx, partnerId),
    known: findByTransactionId(tx, { partnerId, transactionId }),
    frames: heldFrames(tx, partnerId),
    isOwn: isOwnAddress(tx, { partnerId, address: recipientWallet }),
  })
  const fingerprint = createHash('sha256').update(canonicalJson(body)).digest()
  if (known) return repeated(line, known, fingerprint)
  const asked = await readAsked(tx, deps, line, { ...body, isOwn })
  if (!asked.ok) return asked
  const { amount, frame, scheduledFor, dueAt } = asked.value
  const limit =
    checkLimits(line, amount, scheduledFor === null) ??
    checkCredit(line, frames, { amount, frame, dueAt, isScheduled: scheduledFor !== null })
  if (limit) return limit
  if (blocked) return refused('POLICY_BLOCKED', blocked, 'This party is on a sanctions list.')
  const drawing = {
    partner_id: partnerId,
    id: deps.ids.uuid(),
    transaction_id: transactionId,
    fingerprint,
    jurisdiction_id: line.jurisdiction_id,
    chain_id: line.chain_id,
    token: line.token,
    currency: line.currency,
    scale: line.scale,
    amount,
    recipient: recipientWallet.toLowerCase(),
    frame_id: frame?.id ?? null,
    scheduled_for: scheduledFor,
    ordered_at: scheduledFor === null ? line.at : null,
    due_at: dueAt,
    overdue_from: dueAt,
    originator: JSON.stringify(body.originator),
    beneficiary: JSON.stringify(body.beneficiary),
    metadata: JSON.stringify(body.metadata),
    rates: JSON.stringify(line.terms.rates),
  }
  // Nothing is awaited since the decision: the next drawing on the line decides about what is left.
  const { row } = await sendTogether({
    row: initiateDrawing(tx, caller, drawing),
    taken:
      scheduledFor === null
        ? takeCredit(tx, deps, caller, { line, row: drawing, frame, frames })
        : frame && holdScheduled(tx, line, frame, amount),
  })
  return ok({ line, row, isNew: true })
}

async function holdScheduled(tx: Tx, line: Line, frame: FrameRow, amount: bigint): Promise<void> {
  await updateFrame(tx, frame, { scheduled: frame.scheduled + amount })
  await changeLine(tx, line, { isNew: true })
}

const repeated = (line: Line, row: DrawingRow, fingerprint: Buffer) =>
  row.fingerprint.equals(fingerprint)
    ? ok({ line, row, isNew: false })
    : refused('TRANSACTION_ID_USED', 'transactionId', 'Another drawing has this transactionId.')

async function readAsked(tx: Tx, deps: Parts, line: Line, body: Body & { isOwn: boolean }) {
  const asset = checkAsset(line, body.asset)
  if (!asset.ok) return asset
  const amount = readAmount(line, body.amount, 'amount')
  if (!amount.ok) return amount
  const recipient = recipientProblem(deps, line, body)
  if (recipient !== undefined) return refused('FIELD_INVALID', 'recipientWallet', recipient)
  const framed = await readFrame(tx, line, body)
  if (!framed.ok) return framed
  const frame = framed.value
  const scheduledFor = body.transferMode === 'SCHEDULED' && frame ? frame.starts_at : null
  const from = scheduledFor ?? line.at
  const tenorMs = line.terms.tenorHours * hourMs
  const dueAt = body.expectedRepaymentAt
    ? new Date(body.expectedRepaymentAt)
    : new Date(from.getTime() + tenorMs)
  if (dueAt <= from)
    return refused('FIELD_INVALID', 'expectedRepaymentAt', 'It is repaid after it is paid out.')
  if (dueAt.getTime() > from.getTime() + longestMs)
    return refused('FIELD_INVALID', 'expectedRepaymentAt', 'Within 30 days at the latest.')
  return ok({ amount: amount.value, frame, scheduledFor, dueAt })
}

function recipientProblem(
  deps: Parts,
  { chain_id: chainId }: Line,
  { recipientWallet: address, isOwn }: { recipientWallet: string; isOwn: boolean },
): string | undefined {
  const fault = evmFault(address)
  if (fault !== undefined) return fault
  const { treasury, gasStation } = chainOf(deps, chainId)
  const own = [treasury.address, gasStation.address].map((item) => item.toLowerCase())
  if (/^0x0{40}$/.test(address)) return 'Nobody has this address.'
  if (isOwn || own.includes(address.toLowerCase()))
    return 'This address is one of the service’s own.'
  return undefined
}

/** The frame that is drawn on, locked, in a state in which it may be (liquidity.md 12 and 14). */
async function readFrame(tx: Tx, line: Line, { reserveFrameId, transferMode }: Body) {
  const isScheduled = transferMode === 'SCHEDULED'
  if (reserveFrameId === undefined) return isScheduled ? onlyImmediate : ok(undefined)
  // It is changed in place, unlike the line.
  needAlone(tx)
  const id = parseId('rsv', reserveFrameId)
  const frame = id && (await lockFrame(tx, line.partner_id, id))
  if (!frame) return refused('RESERVE_NOT_FOUND', 'reserveFrameId', 'No reserve frame has this id.')
  const phase = phaseOf(frame, line.at)
  if (phase === 'ENDED')
    return refused('RESERVE_EXPIRED', 'reserveFrameId', 'This reserve frame has ended.')
  if (isScheduled) return phase === 'UPCOMING' ? ok(frame) : onlyImmediate
  if (phase === undefined || phase === 'UPCOMING') {
    const text =
      phase === undefined ? 'This reserve frame is not accepted.' : 'This frame has not begun.'
    const failure = illegalTransition(text, {
      from: phase ?? frame.status,
      to: 'ACTIVE',
      allowed: [],
    })
    return fail(failure)
  }
  return ok(frame)
}

const refused = <C extends InitiateFailure['code']>(
  code: C,
  path: string,
  message: string,
  more: object = {},
) => fail({ code, details: [detail(path, code, message, more)] })

const onlyImmediate = refused(
  'FIELD_INVALID',
  'transferMode',
  'Only a frame that has not begun takes scheduled drawings.',
  { allowed: ['IMMEDIATE'] },
)

/** The limits of one drawing and of a day; a scheduled one is counted on its day. */
export function checkLimits(line: Line, amount: bigint, isNow: boolean) {
  const wire = (minor: bigint) => Number.parseFloat(toText(minor, line.scale))
  const most = minorOf(line, line.terms.txnLimit)
  if (amount > most)
    return refused('LIMIT_TXN', 'amount', `At most ${toText(most, line.scale)} at once.`, {
      limit: wire(most),
    })
  if (!isNow) return undefined
  const daily = minorOf(line, line.terms.dailyLimit)
  const left = daily - usedOn(line, line.at).used
  if (amount > left)
    return refused(
      'LIMIT_DAILY',
      'amount',
      `${toText(left > 0n ? left : 0n, line.scale)} ${line.currency} are left of today’s limit.`,
      { limit: wire(daily), remaining: wire(left > 0n ? left : 0n) },
    )
  return undefined
}

type Wanted = {
  amount: bigint
  frame: FrameRow | undefined
  dueAt: Date
  isScheduled: boolean
}

/** Whether the credit is there: on the frame, or beside all frames until it is due. */
function checkCredit(
  line: Line,
  frames: readonly FrameRow[],
  { amount, frame, dueAt, isScheduled }: Wanted,
) {
  const facts = creditFacts(line, frames)
  const room = frame
    ? isScheduled
      ? frame.amount - frame.drawn - frame.scheduled
      : roomInFrame(facts, frame)
    : roomForDrawing(facts, { from: line.at, to: dueAt })
  if (amount <= room) return undefined
  const text = `${toText(room, line.scale)} ${line.currency} can be drawn.`
  return refused('CREDIT_LIMIT_EXCEEDED', frame ? 'reserveFrameId' : 'amount', text, {
    remaining: Number.parseFloat(toText(room, line.scale)),
  })
}

/** As much of a drawing as its credit needs. */
type Taken = Pick<DrawingRow, 'id' | 'amount' | 'chain_id' | 'currency' | 'scale'>
type Taking = {
  line: Line
  row: Taken
  frame: FrameRow | undefined
  frames: readonly FrameRow[]
  /** It was held as scheduled before. */
  wasScheduled?: boolean
}

/** The drawing is ordered: its principal is owed from now on, and held until it is paid out. */
export async function takeCredit(
  tx: Tx,
  deps: Parts,
  by: AuditedBy,
  { line, row, frame, frames, wasScheduled = false }: Taking,
): Promise<void> {
  const { amount } = row
  const before = creditUse(line, frames, line.at)
  const changing = changeLine(tx, line, {
    borrowed: amount,
    used: { amount, at: line.at },
    isNew: !wasScheduled,
  })
  const drawn = frames.map((item) =>
    item.id === frame?.id ? { ...item, drawn: item.drawn + amount } : item,
  )
  // Before others change the line, too.
  const after = creditUse(line, drawn, line.at)
  await Promise.all([changing, postGroup(tx, orderedGroup(deps, by, row))])
  if (frame) await drawOnFrame(tx, line, frame, { amount, wasScheduled })
  await publishCrossed(tx, line, before, after)
}

async function drawOnFrame(
  tx: Tx,
  line: Line,
  frame: FrameRow,
  { amount, wasScheduled }: { amount: bigint; wasScheduled: boolean },
): Promise<void> {
  const drawn = frame.drawn + amount
  const after = await updateFrame(tx, frame, {
    drawn,
    ...(wasScheduled ? { scheduled: frame.scheduled - amount } : {}),
    ...(drawn > frame.drawn_peak ? { drawn_peak: drawn } : {}),
  })
  await publishPhase(tx, after, line.at)
}

const orderedGroup = (deps: Parts, { partnerId }: AuditedBy, row: Taken) => ({
  partnerId,
  transferId: row.id,
  step: 'ordered',
  legs: disbursementLegs({
    ...ledgerAsset(row),
    amount: row.amount,
    drawingId: row.id,
    place: treasuryOf(chainOf(deps, row.chain_id)),
  }),
})
