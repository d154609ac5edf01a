import { type TopUpRequest, asHex } from '@corridor/chains'
import { gasLegs } from '@corridor/domain'
import { decodeTransfer, parseActivityPayload } from '@corridor/signing'
import type { ChainLink } from '../../../ports/chain.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import type { ChainTransactionRow, Claim } from '../../../records/transfers/steps/store.ts'
import { reserveTopUp, type TopUp } from './top-up-store.ts'
import { chainOf, signedOf, type WalletParts } from './wallet-transaction.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { minedMsMax } from '../../treasury/receipts.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'

/** How often a run looks again after another transfer's top-up of the same wallet. */
const sharedMax = 3

/**
 * Sees to it that a wallet can pay the gas of its signed transaction. The top-up is a payment of
 * the service's own: its bytes are stored before they are sent (decisions.md 25).
 */
export function createWalletGas(deps: WalletParts) {
  return { fund }

  async function fund(claim: Claim): Promise<StepOutcome> {
    const own = claim.transactions.find(({ purpose }) => purpose === 'gas')
    const chain = chainOf(deps, claim.transfer)
    if (own) return pay(claim, chain, own)
    // Its bytes were sent before, so it had what it needs.
    if (signedOf(claim).status !== 'SIGNED') return { kind: 'nothing' }
    const needed = gasCeiling(claim.transfer.payload) + ceilingsAhead(claim)

    for (let round = 0; round < sharedMax; round += 1) {
      const topUp = await decide(claim.transfer, chain, needed)
      if (topUp === 'NONE') return { kind: 'nothing' }
      if (topUp === 'UNAVAILABLE') return { kind: 'retry', reason: 'The chain does not answer.' }
      if (topUp.isOwn) return pay(claim, chain, topUp)
      const mined = await deps.receipts.mined(claim.transfer.chain_id ?? '', topUp.hash, minedMsMax)
      if (!mined) break
    }
    return {
      kind: 'waiting',
      reason: 'Another transfer tops this wallet up.',
      expectedInSeconds: 5,
    }
  }

  async function decide(transfer: TransferRow, chain: ChainLink, needed: bigint) {
    const wallet = asHex(transfer.wallet_address ?? '')
    // Most wallets have enough; of one that lacks gas the block of the balance has to be known, too.
    const newest = await chain.adapter.newestBalances(wallet, [])
    if (!newest.ok) return 'UNAVAILABLE' as const
    if (chain.gasStation.topUpNeeded(newest.value.native, needed) === 0n) return 'NONE' as const
    const balances = await chain.adapter.balances(wallet, [])
    if (!balances.ok) return 'UNAVAILABLE' as const
    const value = chain.gasStation.topUpNeeded(balances.value.native, needed)
    if (value === 0n) return 'NONE' as const
    const fees = await chain.adapter.fees()
    if (!fees.ok) return 'UNAVAILABLE' as const
    const { maxFeePerGas, maxPriorityFeePerGas } = fees.value
    const sign = async (nonce: number) => {
      const request: TopUpRequest = { to: wallet, value, nonce, maxFeePerGas, maxPriorityFeePerGas }
      return chain.gasStation.signTopUp(request)
    }
    const at = { chain, wallet, value, balanceAt: Number(balances.value.blockNumber) }
    return deps.db.asWorker((tx) => reserveTopUp(tx, transfer, at, sign))
  }

  async function pay(
    claim: Claim,
    chain: ChainLink,
    topUp: TopUp | ChainTransactionRow,
  ): Promise<StepOutcome> {
    await deps.faults.reach('top_up', 'before_effect')
    const sent = await chain.adapter.send(asHex(topUp.raw))
    if (!sent.ok) {
      if (sent.failure !== 'CHAIN_UNAVAILABLE') {
        const { failure, detail } = sent
        deps.log.error({ hash: topUp.hash, failure, detail }, 'the gas station cannot pay')
      }
      return { kind: 'retry', reason: 'The wallet could not be topped up yet.' }
    }
    await deps.faults.reach('top_up', 'after_effect')
    const { transfer } = claim
    const mined = await deps.receipts.mined(transfer.chain_id ?? '', topUp.hash, minedMsMax)
    if (!mined)
      return { kind: 'waiting', reason: 'The top-up waits for a block.', expectedInSeconds: 15 }
    const isPaid = mined.status === 'CONFIRMED'
    const cost = mined.cost + (isPaid ? topUp.value : 0n)
    const { symbol } = chain.definition.nativeCurrency
    const asset = `${symbol}@${transfer.chain_id}`
    const legs = gasLegs('gas', asset, chain.gasStation.address.toLowerCase(), cost)
    const group = {
      partnerId: transfer.partner_id,
      transferId: transfer.id,
      step: 'gas_funded',
      legs,
    }
    const write: Write = (tx) => postGroup(tx, group)
    if (!isPaid) return { kind: 'failed', code: 'CHAIN_INSUFFICIENT_GAS', write }
    return { kind: 'done', reference: topUp.hash, write }
  }
}

type Write = NonNullable<Extract<StepOutcome, { kind: 'done' }>['write']>

/** What the wallet's earlier transactions may still cost: they are mined first. */
const ceilingsAhead = ({ ahead }: Claim): bigint =>
  ahead.reduce((sum, { payload }) => sum + gasCeiling(payload), 0n)

/** The most that a signed transaction can cost in gas: limit times fee ceiling. */
export function gasCeiling(payload: string | null): bigint {
  const activity = parseActivityPayload(payload ?? '')
  const unsigned = activity.ok ? activity.value.parameters['unsignedTransaction'] : undefined
  const decoded = decodeTransfer(typeof unsigned === 'string' ? unsigned : '')
  if (!decoded.ok) throw new Error('a signed payload cannot be read')
  return decoded.value.gas * decoded.value.maxFeePerGas
}
