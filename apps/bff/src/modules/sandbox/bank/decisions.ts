import type { InputOf, ResponseOf, sandbox } from '@corridor/contract'
import { fail, formatId, fromWire, ok, parseId, toWire } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import {
  type AsideView,
  bookAside,
  type ByHand,
  dismissAside,
  findPayments,
  joinPayment,
  listAsides,
  partPayment,
} from '../../../outside/bank/decisions-store.ts'
import { asideSource } from '../../../outside/bank/messages-store.ts'
import { lockPayments } from '../../../outside/bank/payments-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { findFunding } from '../../accounts/funding/store.ts'
import { ownersOf } from '../../payin-routes/payments/owners.ts'
import { findDepositsOf } from '../../payin-routes/payments/store.ts'
import { takeIn } from './files.ts'
import { filesTakenInBy, findRepeated } from './files-store.ts'

type Decision = InputOf<typeof sandbox.decidePayment>['body']
type Booking = InputOf<typeof sandbox.bookSetAside>['body']
type Line = ResponseOf<typeof sandbox.listSetAside>['data'][number]

const deciderOf = ({ actor }: Caller, reason: string) => ({ name: actor.id, reason })

/** Whether money that waits is a payment of its own. */
export async function decidePayment(
  deps: Deps,
  caller: Caller,
  paymentId: string,
  { decision, reason }: Decision,
) {
  const done = {
    action: decision === 'PART' ? 'bank_payment.part' : 'bank_payment.join',
    object: { kind: 'bank_payment', id: paymentId },
    reason,
  }
  const decided = await deps.db.asWorker(async (tx) => {
    // Before anything is read: another's decision at the same time is seen, and what it changed.
    await lockPayments(tx)
    const before = await findRepeated(tx, caller, done)
    if (before) return ok(before.into ?? paymentId)
    const [payment] = await findPayments(tx, [paymentId])
    const isWaiting = payment?.state === 'HELD' && payment.held_for !== 'PART_OF_BATCH'
    if (!isWaiting || !(await isOwn(tx, deps, caller, paymentId)))
      return fail({ code: 'RECORD_NOT_FOUND' as const })
    const into = payment.likely_of
    const by = deciderOf(caller, reason)
    // Joined to money of others, it would be theirs.
    const isDone =
      decision === 'PART'
        ? await partPayment(tx, paymentId, by)
        : into !== null &&
          (await isOwn(tx, deps, caller, into)) &&
          (await joinPayment(tx, { id: paymentId }, by))
    if (!isDone) return fail({ code: 'ILLEGAL_TRANSITION' as const })
    const after = decision === 'JOIN' && into !== null ? { into } : undefined
    await recordAudit(tx, caller, { ...done, ...(after ? { after } : {}) })
    return ok(after?.into ?? paymentId)
  })
  if (!decided.ok) return decided
  await deps.faults.reach('bank_decision', 'after_commit')
  await takeIn(deps, [decided.value])
  return ok({ paymentId, decision, depositId: await depositOf(deps, caller, decided.value) })
}

async function isOwn(tx: Tx, deps: Deps, { partnerId }: Caller, id: string): Promise<boolean> {
  const owners = await ownersOf(tx, deps, await findPayments(tx, [id]))
  return owners.get(id)?.partnerId === partnerId
}

async function depositOf(deps: Deps, { partnerId }: Caller, paymentId: string): Promise<string> {
  const deposits = await deps.db.readingAll((tx) => findDepositsOf(tx, [paymentId]))
  const own = deposits.find((deposit) => deposit.partnerId === partnerId)
  return own?.depositId ? formatId('dep', own.depositId) : ''
}

/** So many lines of all partners are looked through; the oldest come first. */
const openMax = 10_000
const shownMax = 200

/** Lines of the partner's own files that could not be read and wait for a person. */
export async function setAsideLines(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  { partnerId }: Caller,
): Promise<Line[]> {
  const open = await listAsides(tx, { limit: openMax })
  const files = await filesTakenInBy(
    tx,
    partnerId,
    open.map(({ sha256 }) => sha256),
  )
  const own = open.filter(({ sha256 }) => files.has(sha256)).slice(0, shownMax)
  return own.map((aside) => ({
    lineId: aside.id,
    fileName: aside.file,
    kind: aside.messageKind,
    messageId: aside.messageId,
    line: aside.line,
    reason: aside.reason,
    source: asideSource(kek, aside),
    direction: aside.direction,
    currency: currencyOf(aside),
    ...(aside.minor === null ? {} : { amount: toWire({ minor: aside.minor, scale: aside.scale }) }),
    ...(aside.bookedOn === null ? {} : { bookedOn: aside.bookedOn }),
    readAt: aside.readAt.toISOString(),
  }))
}

/** Of the account that the line is of: country, currency and number. */
const currencyOf = ({ account }: AsideView): string => account.split('/')[1] ?? ''

async function findOwnLine(tx: Tx, { partnerId }: Caller, lineId: string) {
  const [aside] = await listAsides(tx, { id: lineId, limit: 1 })
  if (aside?.state !== 'OPEN') return undefined
  const files = await filesTakenInBy(tx, partnerId, [aside.sha256])
  return files.has(aside.sha256) ? aside : undefined
}

/** Books a line as money that came to an account of the partner's customer. */
export async function bookLine(deps: Deps, caller: Caller, lineId: string, body: Booking) {
  const { reason } = body
  const done = { action: 'bank_line.book', object: { kind: 'bank_line', id: lineId }, reason }
  const booked = await deps.db.asWorker(async (tx) => {
    await lockPayments(tx)
    const before = await findRepeated(tx, caller, done)
    if (before) return ok(before.paymentId ?? '')
    const aside = await findOwnLine(tx, caller, lineId)
    if (!aside) return fail({ code: 'RECORD_NOT_FOUND' as const })
    const line = await readByHand(tx, deps, caller, { aside, body })
    if (!line.ok) return line
    const paymentId = await bookAside(tx, lineId, line.value, deciderOf(caller, reason))
    if (paymentId === undefined) return fail({ code: 'RECORD_NOT_FOUND' as const })
    const { fundingAccountId, amount, bookedOn } = body
    const currency = currencyOf(aside)
    const after = { paymentId, fundingAccountId, amount, currency, bookedOn }
    await recordAudit(tx, caller, { ...done, after })
    return ok(paymentId)
  })
  if (!booked.ok) return booked
  await deps.faults.reach('bank_decision', 'after_commit')
  await takeIn(deps, [booked.value])
  return ok({ lineId, depositId: await depositOf(deps, caller, booked.value) })
}

type Asked = { aside: AsideView; body: Booking }

/** What a person has read in a line, for an account that takes money of its kind. */
async function readByHand(tx: Tx, deps: Deps, { partnerId }: Caller, { aside, body }: Asked) {
  const id = parseId('fund', body.fundingAccountId)
  const funding = id && (await findFunding(tx, partnerId, id))
  if (!funding) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' as const })
  const [countryCode] = aside.account.split('/')
  const currency = currencyOf(aside)
  const place = deps.jurisdictions.byId(funding.jurisdiction_id)
  const info = funding.deposit_info as Partial<Record<string, string>>
  const { bank_routing_number: routingNumber = '', bank_account_number: accountNumber = '' } = info
  const isSame = info['currency'] === currency && place?.countryCode === countryCode
  if (!isSame || accountNumber === '')
    return refused('FIELD_INVALID', 'fundingAccountId', `This account takes no ${currency} here.`)
  const money = fromWire(body.amount, currency, aside.scale)
  if (!money.ok)
    return refused('AMOUNT_PRECISION', 'amount', `${currency} has ${aside.scale} decimals.`)
  const today = (await now(tx)).getTime()
  if (Date.parse(body.bookedOn) > today + dayMs)
    return refused('FIELD_INVALID', 'bookedOn', 'No bank has booked it yet.')
  const line: ByHand = {
    kind: 'CREDIT',
    minor: money.value.minor,
    bookedOn: body.bookedOn,
    sender: { name: body.payerName, account: body.payerAccount },
    text: body.text,
    landedOn: { routingNumber, accountNumber },
  }
  return ok(line)
}

const dayMs = 86_400_000

const refused = <C extends 'FIELD_INVALID' | 'AMOUNT_PRECISION'>(
  code: C,
  path: string,
  message: string,
) => fail({ code, details: [detail(path, code, message)] })

/** Puts a line away that moved no money. */
export function dismissLine(deps: Deps, caller: Caller, lineId: string, reason: string) {
  const done = { action: 'bank_line.dismiss', object: { kind: 'bank_line', id: lineId }, reason }
  return deps.db.asWorker(async (tx) => {
    await lockPayments(tx)
    if (await findRepeated(tx, caller, done)) return ok({ lineId })
    const aside = await findOwnLine(tx, caller, lineId)
    if (!aside || !(await dismissAside(tx, lineId, deciderOf(caller, reason))))
      return fail({ code: 'RECORD_NOT_FOUND' as const })
    await recordAudit(tx, caller, done)
    return ok({ lineId })
  })
}
