import { fail, formatId, ok, type Result } from '@corridor/domain'
import type { Caller } from '../../api/caller.ts'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { createDeposits } from './ordinary-deposit.ts'
import { type OrdinaryFailure, type OrdinaryPlan, planOrdinary } from './ordinary-plan.ts'
import { type PreparedOrdinary, recordOrdinary } from './ordinary-record.ts'
import { lookUp, type PartyEntity } from './simulate-facts.ts'
import type { SimulateInput } from './simulate-input.ts'
import { type Parties, partiesOf, type PartyFailure } from './simulate-parties.ts'
import type { TransferRow } from './store.ts'
import { makeCode } from './verification-code.ts'
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
  | Failure<'AMOUNT_CHOICE'>

/** What the outgoing calls of simulate found. */
export type PreparedSimulation =
  | { variant: 'wallet'; quote: PreparedQuote }
  | { variant: 'ordinary'; quote: PreparedOrdinary }
type Case = { variant: 'wallet'; found: WalletCase } | { variant: 'ordinary'; found: Planned }
type Planned = { standing: string } | { plan: OrdinaryPlan }

/** Quotes of all transfers, in two parts: the calls outside, and the change inside. */
export function createSimulation(deps: Deps) {
  const wallet = createWalletSimulation(deps)
  const deposits = createDeposits(deps)
  return { prepare, record, follow }

  /** Looks up, checks, and asks outside; changes nothing of ours. */
  async function prepare(
    input: SimulateInput,
    caller: Caller,
  ): Promise<Result<PreparedSimulation, SimulateFailure>> {
    if ((input.exactAmountIn === undefined) === (input.exactAmountOut === undefined))
      return amountChoice(input)
    const planned = await deps.db.withPartner(caller.partnerId, (tx) => plan(tx, caller, input))
    if (!planned.ok) return planned
    if (planned.value.variant === 'wallet') {
      const quote = await wallet.prepare(caller, planned.value.found)
      return quote.ok ? ok({ variant: 'wallet', quote: quote.value }) : quote
    }
    const quote = await prepareOrdinary(caller, planned.value.found)
    return quote.ok ? ok({ variant: 'ordinary', quote: quote.value }) : quote
  }

  async function plan(
    tx: Tx,
    caller: Caller,
    input: SimulateInput,
  ): Promise<Result<Case, SimulateFailure>> {
    const facts = await lookUp(tx, caller, input)
    const parties = partiesOf(deps.jurisdictions, input, facts)
    if (!parties.ok) return parties
    if (isBetweenWallets(parties.value)) {
      const found = await wallet.plan(tx, caller, input, { facts, parties: parties.value })
      return found.ok ? ok({ variant: 'wallet', found: found.value }) : found
    }
    const found = planOrdinary(deps, input, facts, parties.value)
    return found.ok ? ok({ variant: 'ordinary', found: found.value }) : found
  }

  /** Where to pay in, and the code that confirms a large transfer. */
  async function prepareOrdinary(
    caller: Caller,
    found: Planned,
  ): Promise<Result<PreparedOrdinary, SimulateFailure>> {
    if ('standing' in found) return ok({ kind: 'standing', transferId: found.standing })
    const transferId = deps.ids.uuid()
    const deposit = await deposits.open(caller, found.plan, transferId)
    if (!deposit.ok) return deposit
    const quote = { kind: 'new', transferId, plan: found.plan, deposit: deposit.value } as const
    if (!found.plan.quote.verificationRequired) return ok(quote)
    const code = makeCode(deps)
    const isSent = await sendCode(caller, found.plan.parties.from.entity, code)
    return isSent ? ok({ ...quote, code }) : unavailable()
  }

  async function sendCode(
    { partnerId }: Caller,
    { id, email }: PartyEntity,
    code: string,
  ): Promise<boolean> {
    const text = `${code} confirms your transfer. The code holds for five minutes. Give it to nobody who calls you.`
    const subject = 'Your code for a transfer'
    try {
      await deps.post.send(partnerId, {
        channel: 'EMAIL',
        to: email,
        subject,
        text,
        code,
        entityId: formatId('ent', id),
      })
      return true
    } catch (error) {
      deps.log.error({ err: error }, 'a code could not be sent')
      return false
    }
  }

  function record(
    tx: Tx,
    caller: Caller,
    input: SimulateInput,
    prepared: PreparedSimulation,
  ): Promise<Result<TransferRow, SimulateFailure>> {
    return prepared.variant === 'wallet'
      ? wallet.record(tx, caller, input, prepared.quote)
      : recordOrdinary(tx, deps, caller, input, prepared.quote)
  }

  /** What follows the commit. */
  async function follow({ variant, quote }: PreparedSimulation): Promise<void> {
    if (variant === 'wallet') await wallet.follow(quote)
  }
}

const isBetweenWallets = ({ from, to }: Parties): boolean =>
  from.jurisdiction.type === 'blockchain' && to.jurisdiction.type === 'blockchain'

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
