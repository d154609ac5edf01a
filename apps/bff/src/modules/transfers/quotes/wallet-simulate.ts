import { asHex } from '@corridor/chains'
import {
  executionId,
  fail,
  formatId,
  isUnprovedWallet,
  ok,
  type Result,
  toText,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { newTransfer } from '../../../records/transfers/new-transfer.ts'
import { newParty } from '../../../records/transfers/parties.ts'
import { pausedAmong } from '../../../records/transfers/pausing.ts'
import { partnerTerms } from '../../../records/partners/terms.ts'
import type { KeptLimits, WalletQuoteFacts } from '../../../records/transfers/quote-facts.ts'
import {
  claimedWalletMost,
  claimedWalletUsedUp,
} from '../../../records/transfers/claimed-wallets.ts'
import { claimedUseOf } from './corridor.ts'
import { checkWorth } from './limits.ts'
import { screenWallets } from './wallet-screening.ts'
import { endedBy, endQuote } from '../../../records/transfers/quotes/quote-end.ts'
import type { SimulateFacts } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties } from './simulate-parties.ts'
import { writeTransfer } from '../../../records/transfers/insert-store.ts'
import { policyDetails } from '../../wallets/base/signer-failures.ts'
import * as store from '../../../records/transfers/store.ts'
import {
  claimWalletQuote,
  isNonceTaken,
  walletOutflow,
} from '../../../records/transfers/wallet-store.ts'
import { judgeRepeat, requestHash } from './transaction-id.ts'
import {
  holdAccounts,
  type PlanFailure,
  planWalletTransfer,
  type WalletPlan,
} from './wallet-plan.ts'

export type WalletSimulateFailure =
  | PlanFailure
  | Failure<
      | 'TRANSACTION_ID_USED'
      | 'INSUFFICIENT_BALANCE'
      | 'POLICY_BLOCKED'
      | 'PROVIDER_UNAVAILABLE'
      | 'CAPABILITY_MISSING'
      | 'LIMIT_TXN'
      | 'LIMIT_DAILY'
    >

/** What the outgoing calls of simulate found: an existing quote, or all that a new one needs. */
export type PreparedQuote =
  | { kind: 'standing'; transferId: string }
  | ({
      kind: 'new'
      plan: WalletPlan
      worth: bigint
      customer: KeptLimits
      superseded: string[]
    } & Signable)
/** What the chain and the signer need to know. */
export type WalletCase =
  | { standing: string }
  | {
      plan: WalletPlan
      outflow: { amount: bigint; nextNonce: number }
      startedAt: Date
      /** What it is worth, or the partner's limit that is in its way; the balance is looked at first. */
      limited: Limited
    }
type Limited = ReturnType<typeof checkWorth>
type Signable = {
  transferId: string
  activityId: string
  validUntil: Date
  payload: string
  fingerprint: string
  nonce: number
}

/** A wallet quote lives ten minutes (operations.md 5). */
const validityMs = 10 * 60_000

/** Quotes of transfers between wallets, in two parts: the calls outside, and the change inside. */
export function createWalletSimulation(deps: Deps) {
  return { plan, prepare, record, follow }

  /** Every rule that needs no chain, and what the wallet has promised already. */
  async function plan(
    tx: Tx,
    caller: Caller,
    input: SimulateInput,
    { facts, parties }: { facts: SimulateFacts; parties: Parties },
  ) {
    const planned = planWalletTransfer(deps, parties, input)
    if (!planned.ok) return planned
    const standing = facts.earlier ? judgeRepeat(facts.earlier, input) : ok(undefined)
    if (!standing.ok) return standing
    if (standing.value) return ok({ standing: standing.value })
    const { jurisdiction, from } = planned.value
    const { chainId, id: jurisdictionId } = jurisdiction
    const wallet = { partnerId: caller.partnerId, chainId, address: from.address }
    const { allowed, outflow } = await sendTogether({
      allowed: checkAllowed(tx, caller, input, planned.value, facts),
      outflow: walletOutflow(tx, wallet, jurisdictionId),
    })
    if (!allowed.ok) return allowed
    return ok({ plan: planned.value, outflow, startedAt: facts.at, limited: allowed.value })
  }

  /** A customer who is paused sends and gets nothing, and the partner's limits count these, too. */
  async function checkAllowed(
    tx: Tx,
    { partnerId }: Caller,
    input: SimulateInput,
    { from, to, jurisdiction, amounts }: WalletPlan,
    facts: SimulateFacts,
  ) {
    const sides = [from, to].map(({ entity }) => ({
      entityId: entity.id,
      jurisdictionId: jurisdiction.id,
    }))
    const paused = await pausedAmong(tx, partnerId, sides)
    if (paused.length > 0) return pausedSides({ from, to }, paused, jurisdiction)
    const dollar = deps.rates.midRate(jurisdiction.currency, 'USD', deps.realTime())
    if (!dollar.ok) return unavailable()
    const partner = partnerTerms(facts.settings)
    const path = input.exactAmountIn === undefined ? 'exactAmountOut' : 'exactAmountIn'
    return ok(
      checkWorth(
        { amount: amounts.inAmount, path },
        {
          dollar: dollar.value.mid,
          partner,
          usedToday: facts.usedToday,
          customer: facts.customer,
          claimedWallet: claimedWalletMost(partner, deps.config),
          at: facts.at,
        },
      ),
    )
  }

  /** Asks the chain, and has the signer fix the payload; changes nothing of ours. */
  async function prepare(
    caller: Caller,
    transactionId: string,
    facts: WalletCase,
  ): Promise<Result<PreparedQuote, WalletSimulateFailure>> {
    if ('standing' in facts) return ok({ kind: 'standing', transferId: facts.standing })
    const chain = deps.chains.get(facts.plan.jurisdiction.chainId)
    // Neither needs the other, and a hit comes first.
    const [screened, transaction] = await Promise.all([
      screenWallets(deps, caller, transactionId, facts.plan),
      chain ? prepareTransaction(chain, facts.plan, facts.outflow) : unavailable(),
    ])
    if (!screened.ok) return screened
    if (!chain) return unavailable()
    if (!transaction.ok) return transaction

    const { plan: planned, startedAt, limited } = facts
    if (!limited.ok) return limited
    const { worth, customer } = limited.value
    const payment = {
      worth,
      amounts: [planned.amounts.inAmount],
      most: BigInt(customer.claimedWallet ?? 0),
    }
    if (isUnprovedWallet(planned.to.account, claimedUseOf(planned.to.account), payment))
      return claimedWalletUsedUp('toAccountId')
    const signable = await fixPayload(caller, planned, chain, transaction.value, startedAt)
    return signable.ok
      ? ok({ kind: 'new', plan: planned, worth, customer, superseded: [], ...signable.value })
      : signable
  }

  async function prepareTransaction(
    chain: ChainLink,
    { from, to, jurisdiction, amounts }: WalletPlan,
    outflow: { amount: bigint; nextNonce: number },
  ) {
    const sender = asHex(from.address)
    const token = asHex(jurisdiction.tokenAddress)
    // At one moment, so that both travel in one request.
    const [balances, prepared] = await Promise.all([
      chain.adapter.newestBalances(sender, [token]),
      chain.adapter.prepareTransfer({
        from: sender,
        token,
        to: asHex(to.address),
        amount: amounts.outAmount.minor,
        nonceMin: outflow.nextNonce,
      }),
    ])
    if (!balances.ok) return unavailable()
    const free = (balances.value.tokens[0] ?? 0n) - outflow.amount
    if (free < amounts.inAmount.minor) return insufficient(free, amounts.inAmount)
    if (prepared.ok) return prepared
    if (prepared.failure === 'CHAIN_UNAVAILABLE') return unavailable()
    return insufficient(free, amounts.inAmount)
  }

  /** The signer stores the exact text to sign with its bounds; nothing else can be signed under it. */
  async function fixPayload(
    caller: Caller,
    { from, to, jurisdiction, amounts }: WalletPlan,
    chain: ChainLink,
    transaction: { unsignedTransaction: string; gas: bigint; maxFeePerGas: bigint; nonce: number },
    startedAt: Date,
  ) {
    const activityId = deps.ids.make('act')
    const validUntil = new Date(startedAt.getTime() + validityMs)
    const prepared = await deps.signer.prepare({
      activityId,
      entityId: formatId('ent', from.entity.id),
      partnerId: caller.svcPartnerId,
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
      parameters: {
        signWith: from.address,
        unsignedTransaction: transaction.unsignedTransaction,
        type: 'TRANSACTION_TYPE_ETHEREUM',
      },
      bounds: {
        chainId: chain.definition.chainId,
        token: jurisdiction.tokenAddress,
        recipient: to.address,
        amount: amounts.outAmount.minor.toString(),
        feeCeilingWei: (transaction.gas * transaction.maxFeePerGas).toString(),
      },
      validUntil: validUntil.toISOString(),
    })
    if (!prepared.ok && prepared.failure.code === 'POLICY_BLOCKED')
      return fail({
        code: 'POLICY_BLOCKED',
        details: policyDetails('fromAccountId', prepared.failure),
      })
    if (!prepared.ok)
      throw new Error(`the signer refuses to prepare a quote: ${prepared.failure.code}`)
    const { payload, fingerprint } = prepared.value
    return ok({
      transferId: deps.ids.uuid(),
      activityId,
      validUntil,
      payload,
      fingerprint,
      nonce: transaction.nonce,
    })
  }

  /** Stores the quote, with its claims on the transaction id and on the wallet. */
  async function record(tx: Tx, caller: Caller, input: SimulateInput, prepared: PreparedQuote) {
    const { partnerId } = caller
    if (prepared.kind === 'standing') return recordStanding(tx, partnerId, prepared.transferId)
    // What an attempt that was undone has ended is open still.
    prepared.superseded.length = 0

    const { jurisdiction, from } = prepared.plan
    const wallet = { partnerId, chainId: jurisdiction.chainId, address: from.address }
    const { held, holder, replaced, isTaken } = await sendTogether({
      held: holdAccounts(tx, prepared.plan),
      holder: store.claimTransactionId(tx, partnerId, input.transactionId, prepared.transferId),
      replaced: claimWalletQuote(tx, wallet, prepared.transferId),
      isTaken: isNonceTaken(tx, { ...wallet, nonce: prepared.nonce }),
    })
    // Whatever refuses undoes the claims.
    if (!held.ok) return held
    if (holder !== prepared.transferId) {
      const earlier = await store.findTransfer(tx, partnerId, holder)
      const standing = earlier ? judgeRepeat(earlier, input) : ok(undefined)
      if (!standing.ok) return standing
      if (standing.value) return recordStanding(tx, partnerId, standing.value)
      await store.moveTransactionClaim(tx, partnerId, input.transactionId, prepared.transferId)
      await replace(tx, caller, holder, prepared)
    }
    if (isTaken) return unavailable()
    if (replaced) await replace(tx, caller, replaced, prepared)

    const row = toRow(caller, input, prepared)
    // All of it is known beforehand, so it travels in one message.
    await Promise.all([
      writeTransfer(tx, row),
      recordEvent(tx, transferEvent(row, '', 'initiated')),
      recordAudit(tx, caller, {
        action: 'transfer.simulate',
        object: { kind: 'transfer', id: executionId(row) },
        after: { status: row.status },
      }),
    ])
    return ok(row)
  }

  async function replace(
    tx: Tx,
    caller: Caller,
    transferId: string,
    { superseded }: PreparedQuote & { kind: 'new' },
  ): Promise<void> {
    const ended = await endQuote(tx, caller, transferId, endedBy('QUOTE_SUPERSEDED'))
    if (ended?.activity_id) superseded.push(ended.activity_id)
  }

  /**
   * After the commit: nothing can be signed any more under a quote that this one replaced. Should it
   * not come to that, such a signature is refused by the quote's own state.
   */
  async function follow(prepared: PreparedQuote): Promise<void> {
    if (prepared.kind === 'standing') return
    for (const activityId of prepared.superseded) await deps.signer.supersede(activityId)
  }

  async function recordStanding(tx: Tx, partnerId: string, transferId: string) {
    const row = await store.lockTransfer(tx, partnerId, transferId)
    return row ? ok(row) : fail({ code: 'TRANSACTION_ID_USED' as const })
  }
}

const unavailable = () => fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })

const insufficient = (free: bigint, wanted: { currency: string; scale: number }) =>
  fail({
    code: 'INSUFFICIENT_BALANCE' as const,
    details: [
      detail(
        'fromAccountId',
        'INSUFFICIENT_BALANCE',
        `The wallet holds ${toText(free > 0n ? free : 0n, wanted.scale)} ${wanted.currency}.`,
      ),
    ],
  })

function sideOf({ entity, account }: WalletPlan['from'], { id, name }: WalletPlan['jurisdiction']) {
  const party = newParty(entity, name, account)
  return { entityId: entity.id, accountId: account.id, jurisdictionId: id, party }
}

function toRow(caller: Caller, input: SimulateInput, prepared: PreparedQuote & { kind: 'new' }) {
  const { from, to, jurisdiction, amounts } = prepared.plan
  const order = {
    partnerId: caller.partnerId,
    id: prepared.transferId,
    kind: 'wallet' as const,
    transactionId: input.transactionId,
    direction: 'CRYPTO_TO_CRYPTO',
    status: 'QUOTED' as const,
    eventStatus: 'quoted',
    from: sideOf(from, jurisdiction),
    to: sideOf(to, jurisdiction),
    amounts,
    at: new Date(prepared.validUntil.getTime() - validityMs),
  }
  return newTransfer(order, {
    request_hash: requestHash(input),
    valid_until: prepared.validUntil,
    activity_id: prepared.activityId,
    payload: prepared.payload,
    payload_hash: prepared.fingerprint,
    chain_id: jurisdiction.chainId,
    wallet_address: from.address,
    nonce: prepared.nonce,
    quote: JSON.stringify({
      worth: prepared.worth.toString(),
      customer: prepared.customer,
    } satisfies WalletQuoteFacts),
  })
}

function pausedSides(
  sides: Pick<WalletPlan, 'from' | 'to'>,
  paused: readonly string[],
  { name, id }: WalletPlan['jurisdiction'],
) {
  const details = Object.entries(sides)
    .filter(([, { entity }]) => paused.includes(entity.id))
    .map(([side, { entity }]) =>
      detail(
        `${side}EntityId`,
        'CAPABILITY_MISSING',
        `The verification of this customer is paused in ${name}.`,
        { jurisdictionId: id, kycStatus: entity.kyc_status },
      ),
    )
  return fail({ code: 'CAPABILITY_MISSING' as const, details })
}
