import { setTimeout as sleep } from 'node:timers/promises'
import { asHex, type Finality } from '@corridor/chains'
import type { InputOf, sandbox } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result, toWire } from '@corridor/domain'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import type { ReplenishQuoteRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import { findFrame } from '../../records/liquidity/frame-store.ts'
import { findLine, type Line } from '../../records/liquidity/line-store.ts'
import { findQuote } from '../../records/liquidity/quote-store.ts'
import { readFeed } from '../intake/bank-watcher.ts'
import { takeIn } from '../intake/bank-intake.ts'
import { createBankPlaces } from '../liquidity/line/bank-place.ts'
import { createLines, readAmount } from '../liquidity/line/line.ts'
import { findLiquidityPayment, keepFaucetTransaction, type Paid } from './store.ts'

type Body = InputOf<typeof sandbox.payLiquidity>['body']
type PayFailure = Failure<
  | 'RECORD_NOT_FOUND'
  | 'FIELD_REQUIRED'
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'PROVIDER_UNAVAILABLE'
>
/** What is paid, minor units of the line's asset, and where to; by bank for the quote that is named. */
type Payment = { line: Line; amount: bigint } & (
  | { address: string; isTakenIn: boolean }
  | { quote: ReplenishQuoteRow; senderName: string }
)
/** What was paid, as it is found again. */
export type LiquidityPaid =
  | { kind: 'CHAIN'; paid: Paid }
  | { kind: 'BANK'; entryId: string; amount: number; currency: string }

/** A final block and the watcher's pass take less; what takes longer is taken in later. */
const takenWithinMs = 4_000
const lookMs = 40
/** More would only make sums that no JSON number carries. */
const unitsMax = 1_000_000_000n

/** Payments to credit lines that a test makes in the place of the partner or its bank. */
export function createLiquidityPayments(deps: Deps) {
  const lines = createLines(deps)
  const banks = createBankPlaces(deps)
  return { pay, find }

  async function pay(caller: Caller, body: Body): Promise<Result<LiquidityPaid, PayFailure>> {
    const { partnerId } = caller
    await lines.open(partnerId)
    const read = await deps.db.withPartner(partnerId, (tx) => readPayment(tx, partnerId, body))
    if (!read.ok) return read
    const payment = read.value
    return 'quote' in payment ? byBank(payment) : onChain(payment)
  }

  /** The answer; a payment that is not final yet has no id. */
  async function find(tx: Tx, { partnerId }: Caller, made: LiquidityPaid) {
    if (made.kind === 'CHAIN') await keepFaucetTransaction(tx, partnerId, made.paid)
    const row = await findLiquidityPayment(tx, partnerId, keyOf(made))
    const paymentId = row ? formatId('lpay', row.id) : ''
    if (made.kind === 'BANK') {
      const { amount, currency } = made
      return { transactionHash: '', amount, currency, paymentId }
    }
    const { transactionHash, amount, currency } = made.paid
    return { transactionHash, amount, currency, paymentId }
  }

  async function byBank({
    line,
    quote,
    amount,
    senderName,
  }: Extract<Payment, { quote: unknown }>): Promise<Result<LiquidityPaid, PayFailure>> {
    const { sandbox } = deps.bank
    const place = await banks.find(line.currency)
    if (!sandbox || !place) return unavailable('no bank takes repayments')
    const { jurisdiction, details } = place
    const { currency, currencyScale: scale, countryCode = '' } = jurisdiction
    const minor = roundedUp(amount, line.scale, scale)
    const entryId = `credit/${deps.ids.uuid()}`
    await sandbox.credit({
      entryId,
      countryCode,
      routingNumber: details.bankRoutingNumber,
      accountNumber: details.accountNumber,
      currency,
      scale,
      minor,
      sender: { name: senderName, account: '' },
      reference: quote.bank_reference,
    })
    if (!(await readFeed(deps))) return unavailable('the bank does not answer')
    await takeIn(deps, entryId)
    return ok({ kind: 'BANK', entryId, amount: toWire({ minor, scale }), currency })
  }

  async function onChain({
    line,
    address,
    amount,
    isTakenIn,
  }: Extract<Payment, { address: string }>): Promise<Result<LiquidityPaid, PayFailure>> {
    const { chain_id: chainId, currency, scale } = line
    const chain = deps.chains.get(chainId)
    const dev = chain?.dev
    if (!dev) return unavailable('the chain is not a development chain')
    const given = await dev.faucet({ to: asHex(address), token: asHex(line.token), amount })
    if (!given.ok) return unavailable(given.failure)
    const paid = { ...given.value, chainId, amount: toWire({ minor: amount, scale }), currency }
    const made: LiquidityPaid = { kind: 'CHAIN', paid }
    if (isTakenIn && isFinalSoon(chain.definition.finality)) await untilTaken(line.partner_id, made)
    return ok(made)
  }

  async function untilTaken(partnerId: string, made: LiquidityPaid): Promise<void> {
    const look = (tx: Tx) => findLiquidityPayment(tx, partnerId, keyOf(made))
    for (let spentMs = 0; spentMs < takenWithinMs; spentMs += lookMs) {
      if (await deps.db.asWorker(look)) return
      await sleep(lookMs)
    }
  }

  function unavailable(reason: string) {
    deps.log.warn({ reason }, 'no money can arrive now')
    return fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })
  }
}

async function readPayment(tx: Tx, partnerId: string, body: Body) {
  const line = await findLine(tx, partnerId)
  if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
  const stated = body.amount === undefined ? undefined : readAmount(line, body.amount, 'amount')
  if (stated && !stated.ok) return stated
  const given = stated?.value
  if (given !== undefined && given > unitsMax * 10n ** BigInt(line.scale))
    return refused('FIELD_INVALID', 'amount', `At most ${unitsMax} at once.`)
  if (body.by === 'BANK' && body.purpose !== 'REPAYMENT')
    return refused('FIELD_INVALID', 'by', 'Only a repayment comes by bank.')
  if (body.by === 'CHAIN' && body.senderName !== undefined)
    return refused('FIELD_INVALID', 'senderName', 'Only a bank names who paid.')
  if (body.purpose === 'OPERATIONAL_WALLET')
    return given === undefined
      ? refused('FIELD_REQUIRED', 'amount', 'How much is paid?')
      : ok({ line, address: line.operational_address, amount: given, isTakenIn: false })
  const { id } = body
  if (id === undefined) return refused('FIELD_REQUIRED', 'id', 'What is paid?')
  const address = line.deposit_address
  if (body.purpose === 'RESERVE_FEE') {
    const frameId = parseId('rsv', id)
    const frame = frameId && (await findFrame(tx, partnerId, frameId))
    if (!frame) return refused('RECORD_NOT_FOUND', 'id', 'No reserve frame has this id.')
    return ok({ line, address, amount: given ?? frame.fee, isTakenIn: true })
  }
  const quoteId = parseId('rq', id)
  const quote = quoteId && (await findQuote(tx, partnerId, quoteId))
  if (!quote) return refused('RECORD_NOT_FOUND', 'id', 'No replenish quote has this id.')
  const amount = given ?? quote.total
  if (body.by === 'CHAIN') return ok({ line, address, amount, isTakenIn: true })
  return quote.bank_reference === ''
    ? refused('FIELD_INVALID', 'by', 'This quote can be paid on the chain alone.')
    : ok({ line, quote, amount, senderName: body.senderName ?? 'Partner' })
}

/** A dev chain whose blocks are final later makes one each second. */
const isFinalSoon = (finality: Finality): boolean =>
  'depth' in finality && finality.depth * 1_000 < takenWithinMs

const keyOf = (made: LiquidityPaid) =>
  made.kind === 'BANK'
    ? { bankEntry: made.entryId }
    : { hash: made.paid.transactionHash.toLowerCase() }

/** What is owed is paid in full, though a bank has fewer decimals. */
function roundedUp(minor: bigint, from: number, to: number): bigint {
  if (to >= from) return minor * 10n ** BigInt(to - from)
  const unit = 10n ** BigInt(from - to)
  return (minor + unit - 1n) / unit
}

const refused = <C extends PayFailure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })
