import { fail, type Fraction, ok, type Result } from '@corridor/domain'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import { createDeposits } from './deposit-account.ts'
import { type OrdinaryFailure, type Planned, planOrdinary, verifiedAbove } from './plan.ts'
import type { QuoteRow, WalletQuoteRow } from './quote-view.ts'
import { recordOrdinary } from './quote-record.ts'
import { invalidCheck } from '../../accounts/payee/carried.ts'
import { lookUp } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import { type Parties, partiesOf, type PartyFailure } from './simulate-parties.ts'
import { makeCode, sendCode } from './verification-code.ts'
import {
  createWalletSimulation,
  type PreparedQuote,
  type WalletCase,
  type WalletSimulateFailure,
} from './wallet-simulate.ts'

export type SimulateFailure =
  | PartyFailure
  | OrdinaryFailure
  | WalletSimulateFailure
  | Failure<'AMOUNT_CHOICE' | 'PAYEE_CHECK_INVALID' | 'PAYEE_CHECK_EXPIRED'>

/** What the outgoing calls of simulate found; an ordinary quote is planned where it is stored. */
export type PreparedSimulation =
  | { variant: 'wallet'; quote: PreparedQuote }
  | { variant: 'ordinary'; code?: string }
type Recorded = { variant: 'wallet'; row: WalletQuoteRow } | { variant: 'ordinary'; row: QuoteRow }
type Case = { variant: 'wallet'; found: WalletCase } | { variant: 'ordinary'; found: Planned }

/** As many accounts as are remembered at once. */
const knownMax = 10_000

/** Quotes of all transfers, in two parts: the calls outside, and the change inside. */
export function createSimulation(deps: Deps) {
  const wallet = createWalletSimulation(deps)
  const deposits = createDeposits(deps)
  // Where accounts lie, which never changes: with it the second quote of a payer needs one look-up.
  const places = new LRUCache<string, string>({ max: knownMax })
  return { prepare, record, follow }

  /** Looks up, checks, and asks outside; changes nothing of ours. */
  async function prepare(
    input: SimulateInput,
    caller: Caller,
  ): Promise<Result<PreparedSimulation, SimulateFailure>> {
    if ((input.exactAmountIn === undefined) === (input.exactAmountOut === undefined))
      return amountChoice(input)
    if (needsNobody(input, caller)) return ok({ variant: 'ordinary' })
    const planned = await deps.db.reading(caller.partnerId, (tx) => plan(tx, caller, input))
    if (!planned.ok) return planned
    if (planned.value.variant === 'wallet') {
      if (input.payeeCheckToken !== undefined) return invalidCheck()
      const quote = await wallet.prepare(caller, input.transactionId, planned.value.found)
      return quote.ok ? ok({ variant: 'wallet', quote: quote.value }) : quote
    }
    return prepareOrdinary(caller, input, planned.value.found)
  }

  /** Whether it is known beforehand that no outside call is needed. */
  function needsNobody(input: SimulateInput, { partnerId }: Caller): boolean {
    const { exactAmountIn, fromAccountId, toAccountId } = input
    if (exactAmountIn === undefined) return false
    const [from, to] = [fromAccountId, toAccountId].map((id) =>
      deps.jurisdictions.byId(places.get(`${partnerId} ${id}`) ?? ''),
    )
    if (!from || !to || isBetweenWallets({ from, to })) return false
    const dollar = deps.rates.midRate(from.currency, 'USD', deps.realTime())
    const isSmall = dollar.ok && isFarBelow(exactAmountIn, dollar.value.mid)
    return isSmall && deposits.isReady(from)
  }

  function keepPlaces({ partnerId }: Caller, input: SimulateInput, { from, to }: Parties): void {
    places.set(`${partnerId} ${input.fromAccountId}`, from.jurisdiction.id)
    places.set(`${partnerId} ${input.toAccountId}`, to.jurisdiction.id)
  }

  async function plan(
    tx: Tx,
    caller: Caller,
    input: SimulateInput,
  ): Promise<Result<Case, SimulateFailure>> {
    const facts = await lookUp(tx, caller, input)
    const parties = partiesOf(deps.jurisdictions, input, facts)
    if (!parties.ok) return parties
    const { from, to } = parties.value
    if (isBetweenWallets({ from: from.jurisdiction, to: to.jurisdiction })) {
      const found = await wallet.plan(tx, caller, input, { facts, parties: parties.value })
      return found.ok ? ok({ variant: 'wallet', found: found.value }) : found
    }
    const found = planOrdinary(deps, input, facts, parties.value)
    return found.ok ? ok({ variant: 'ordinary', found: found.value }) : found
  }

  /** Has a deposit account at hand, and sends the code that confirms a large transfer. */
  async function prepareOrdinary(
    caller: Caller,
    input: SimulateInput,
    found: Planned,
  ): Promise<Result<PreparedSimulation, SimulateFailure>> {
    if ('standing' in found) return ok({ variant: 'ordinary' })
    const { parties, quote } = found.plan
    const ready = await deposits.makeReady(parties.from.jurisdiction)
    if (!ready.ok) return ready
    keepPlaces(caller, input, parties)
    if (!quote.verificationRequired) return ok({ variant: 'ordinary' })
    const code = makeCode(deps)
    const to = parties.from.entity
    const isSent = await sendCode(deps, caller.partnerId, { to, code })
    return isSent ? ok({ variant: 'ordinary', code }) : unavailable()
  }

  /** A quote between wallets is its whole row. */
  async function record(
    tx: Tx,
    caller: Caller,
    input: SimulateInput,
    prepared: PreparedSimulation,
  ): Promise<Result<Recorded, SimulateFailure>> {
    if (prepared.variant === 'wallet') {
      const stored = await wallet.record(tx, caller, input, prepared.quote)
      return stored.ok ? ok({ variant: 'wallet', row: stored.value }) : stored
    }
    const stored = await recordOrdinary(tx, { ...deps, deposits }, caller, input, prepared.code)
    return stored.ok ? ok({ variant: 'ordinary', row: stored.value }) : stored
  }

  /** What follows the commit. */
  async function follow(prepared: PreparedSimulation): Promise<void> {
    if (prepared.variant === 'wallet') await wallet.follow(prepared.quote)
  }
}

const isBetweenWallets = ({ from, to }: Record<'from' | 'to', JurisdictionRecord>): boolean =>
  from.type === 'blockchain' && to.type === 'blockchain'

/** No code is needed, whatever the rate does until the quote is stored. */
const isFarBelow = (units: number, { numerator, denominator }: Fraction): boolean =>
  (BigInt(Math.ceil(units)) * 2_000_000n * numerator) / denominator < verifiedAbove

const unavailable = () => fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 5 })

const amountChoice = ({ exactAmountIn }: SimulateInput) => {
  const text =
    exactAmountIn === undefined
      ? 'One of the two amounts is needed.'
      : 'Only one amount can be exact.'
  return fail({
    code: 'AMOUNT_CHOICE' as const,
    details: ['exactAmountIn', 'exactAmountOut'].map((path) => detail(path, 'AMOUNT_CHOICE', text)),
  })
}
