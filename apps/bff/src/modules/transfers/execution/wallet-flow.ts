import { type SendFailure, asHex, type Hex } from '@corridor/chains'
import {
  assetName,
  type ExecutionFailureCode,
  feeLegs,
  formatId,
  walletTransferLegs,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import {
  type Claim,
  dropTransaction,
  markSent,
  markUnsent,
} from '../../../records/transfers/steps/store.ts'
import { recordTransactionEvent, type TransactionState } from './wallet-event.ts'
import { chainOf, signedOf, type WalletParts } from './wallet-transaction.ts'
import { createWalletGas } from './wallet-gas.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { Mined } from '../../../ports/receipts.ts'
import { minedMsMax } from '../../treasury/receipts.ts'
import type { Flow, ForcedFailure, StepOutcome } from '../../../records/transfers/steps/step.ts'
import type { Deps } from '../../../ports/deps.ts'
import { isAnyMined, readCursor } from '../../treasury/chain-store.ts'

/** A refusal for want of gas may come from a chain whose lost blocks are being resent. */
const gasAttemptsMax = 6
const lookMs = 500

const noAnswer: StepOutcome = { kind: 'retry', reason: 'The chain does not answer.' }
const nonceSpent: StepOutcome = {
  kind: 'retry',
  reason: 'The wallet’s number is spent; waiting for the block that says by which transaction.',
}
const noCoin: StepOutcome = {
  kind: 'retry',
  reason: 'The wallet lacks native coin for the gas.',
}
const notTaken: StepOutcome = { kind: 'retry', reason: 'The network does not take it now.' }
const inNoBlock: StepOutcome = {
  kind: 'waiting',
  reason: 'Waiting for a block.',
  expectedInSeconds: 15,
}

/**
 * The steps of a wallet-to-wallet transfer after the signature (operations.md 11.2). Everything
 * sent is stored first, and sending the same bytes twice is one payment.
 */
export function createWalletFlow(deps: WalletParts): Flow {
  const gas = createWalletGas(deps)
  return {
    isShared: true,
    handlers: { gas_funded, broadcast, confirmed, finalized },
    eventStatuses: { broadcast: 'payment_submitted', finalized: 'payment_processed' },
    settle,
    forced,
  }

  /**
   * The sandbox's order to fail: the signature is forgotten, so that its number is free again. What
   * may have been sent already ends as the chain says.
   */
  function forced(
    claim: Claim,
    _step: string,
    code: ExecutionFailureCode,
  ): StepOutcome | undefined {
    if (!isHeldBack(claim)) return undefined
    return { kind: 'failed', code, write: drop(claim) }
  }

  async function gas_funded(claim: Claim): Promise<StepOutcome> {
    const outcome = await gas.fund(claim)
    if (outcome.kind === 'waiting' || outcome.kind === 'retry') await rememberUnsent(claim)
    return outcome
  }

  async function broadcast(claim: Claim): Promise<StepOutcome> {
    const signed = signedOf(claim)
    if (isHeldBack(claim)) return { kind: 'done', isSilent: true }
    const sent = await chainOf(deps, claim.transfer).adapter.send(asHex(signed.raw))
    if (!sent.ok) return refused(claim, sent.failure, sent.detail)
    const write = both(
      (tx) => markSent(tx, signed),
      (tx) => recordTransaction(tx, claim, 'BROADCAST'),
    )
    return { kind: 'done', reference: signed.hash, write }
  }

  /**
   * A node's refusal fails a transfer only where nothing was ever sent. What may have been sent
   * fails when another transaction of the wallet is final under its nonce, and waits until then.
   */
  async function refused(claim: Claim, failure: SendFailure, detail: string): Promise<StepOutcome> {
    if (failure === 'CHAIN_UNAVAILABLE') return noAnswer
    if (failure === 'FEE_TOO_LOW')
      return { kind: 'retry', reason: 'The fee is above the signed ceiling.' }
    const signed = signedOf(claim)
    deps.log.warn(
      { transferId: claim.transfer.id, failure, detail },
      'a signed transaction was refused',
    )
    const write = drop(claim)
    const { wallet_address: wallet, nonce } = claim.transfer
    const ours = { sender: asHex(wallet ?? ''), nonce: nonce ?? 0, hashes: [asHex(signed.hash)] }
    if (await isNonceTaken(deps, chainOf(deps, claim.transfer), ours))
      return { kind: 'failed', code: 'CHAIN_NONCE_CONFLICT', write }
    if (failure === 'NONCE_TOO_LOW') return nonceSpent
    const isNew = isUnsent(claim)
    if (isNew && failure === 'TRANSACTION_REFUSED')
      return { kind: 'failed', code: 'CHAIN_DROPPED', write }
    const attempt = claim.steps.find(({ name }) => name === 'broadcast')?.attempt ?? 0
    if (isNew && failure === 'INSUFFICIENT_NATIVE' && attempt >= gasAttemptsMax)
      return { kind: 'failed', code: 'CHAIN_INSUFFICIENT_GAS', write }
    await rememberUnsent(claim)
    return failure === 'INSUFFICIENT_NATIVE' ? noCoin : notTaken
  }

  async function rememberUnsent(claim: Claim): Promise<void> {
    const signed = signedOf(claim)
    if (!isUnsent(claim)) return
    await deps.db.asWorker((tx) => markUnsent(tx, claim.transfer, signed.hash))
  }

  /** Found in a block. Where blocks are final at once, the same fact completes the last step too. */
  async function confirmed(claim: Claim): Promise<StepOutcome> {
    if (isHeldBack(claim)) return { kind: 'done' }
    const chain = chainOf(deps, claim.transfer)
    if (isFinalAtOnce(chain)) return finalized(claim)
    for (let spentMs = 0; spentMs < minedMsMax;) {
      const seen = await chain.adapter.receipt(asHex(signedOf(claim).hash))
      if (!seen.ok) return noAnswer
      // A reverted one may still be undone by a reorganisation, so it is judged when final.
      if (seen.value?.status === 'success')
        return {
          kind: 'done',
          reference: String(seen.value.blockNumber),
          write: (tx) => recordTransaction(tx, claim, 'CONFIRMED'),
        }
      // Until the next full half second: those who wait look together, in one request to the node.
      const untilMs = lookMs - (performance.now() % lookMs)
      const mined = await finalFact(claim, untilMs)
      if (mined) return minedOutcome(claim, mined)
      spentMs += untilMs
    }
    return sendAgain(claim)
  }

  /** Deep enough to count. */
  async function finalized(claim: Claim): Promise<StepOutcome> {
    const mined = await finalFact(claim, minedMsMax)
    return mined ? minedOutcome(claim, mined) : sendAgain(claim)
  }

  function finalFact(claim: Claim, timeoutMs: number): Promise<Mined | undefined> {
    const { chain_id: chainId, hash } = signedOf(claim)
    return deps.receipts.mined(chainId, hash, timeoutMs)
  }

  /**
   * A node that was restarted forgets what it had not mined, and a reorganisation undoes what it
   * had. The same bytes again are no second payment.
   */
  async function sendAgain(claim: Claim): Promise<StepOutcome> {
    const sent = await chainOf(deps, claim.transfer).adapter.send(asHex(signedOf(claim).raw))
    return sent.ok ? inNoBlock : refused(claim, sent.failure, sent.detail)
  }

  /** The tokens went past the service, so they are booked as a note beside what is owed for it. */
  async function settle(tx: Tx, row: TransferRow): Promise<void> {
    const asset = assetName(row.currency_in, row.chain_id)
    const sum = { asset, scale: row.scale_in, amount: row.amount_out }
    const legs = [
      ...walletTransferLegs(sum, row.wallet_address ?? '', walletOf(row.to_party)),
      ...feeLegs({
        asset,
        scale: row.scale_in,
        partner: formatId('par', row.partner_id),
        payer: formatId('ent', row.from_entity_id),
        partnerFees: row.partner_fees,
        svcFees: row.svc_fees,
      }),
    ]
    await postGroup(tx, { partnerId: row.partner_id, transferId: row.id, step: 'finalized', legs })
  }
}

function minedOutcome(claim: Claim, mined: Mined): StepOutcome {
  // The gas was the wallet's own coin, which the service paid for and booked with the top-up.
  if (mined.status === 'REVERTED')
    return {
      kind: 'failed',
      code: 'CHAIN_REVERTED',
      write: (tx) => recordTransaction(tx, claim, 'REVERTED'),
    }
  return {
    kind: 'done',
    through: 'finalized',
    reference: String(mined.blockNumber),
    write: (tx) => recordTransaction(tx, claim, 'FINAL'),
  }
}

/** The transfer publishes its own event afterwards, so here it is as it was found. */
const recordTransaction = (tx: Tx, claim: Claim, state: TransactionState) =>
  recordTransactionEvent(
    tx,
    { transfer: claim.transfer, walletId: claim.walletId, hash: signedOf(claim).hash },
    state,
  )

/** It can never be mined, and says so. */
const drop = (claim: Claim) =>
  both(
    (tx) => dropTransaction(tx, signedOf(claim)),
    (tx) => recordTransaction(tx, claim, 'DROPPED'),
  )

type Write = (tx: Tx) => Promise<void>
const both =
  (first: Write, other: Write): Write =>
  async (tx) => {
    await Promise.all([first(tx), other(tx)])
  }

function isFinalAtOnce({ definition }: ChainLink): boolean {
  return 'depth' in definition.finality && definition.finality.depth === 0
}

/** No attempt was made to send what the owner signed. */
function isUnsent(claim: Claim): boolean {
  const { maybe_sent, status } = signedOf(claim)
  return !maybe_sent && status === 'SIGNED'
}

/** What the sandbox wants to fail on the chain is never sent there. */
function isHeldBack(claim: Claim): boolean {
  const forced = claim.transfer.forced_failure as ForcedFailure | null
  return forced !== null && (forced.isEarly || isUnsent(claim))
}

/** The address of a party that is a wallet. */
const walletOf = (party: unknown): string =>
  (party as { wallet?: { walletAddress?: string } }).wallet?.walletAddress ?? ''

type SpentNonce = {
  sender: Hex
  nonce: number
  /** All transactions of ours with this nonce. */
  hashes: readonly Hex[]
}

/**
 * Whether a transaction that is none of ours has a nonce for good, so that ours can never be mined.
 * A node's answer to a sending proves nothing; this does: at the last final block that was read,
 * whole and with every receipt, the nonce was spent, and none of those receipts is ours.
 */
async function isNonceTaken(
  deps: Pick<Deps, 'db'>,
  { adapter, definition }: Pick<ChainLink, 'adapter' | 'definition'>,
  { sender, nonce, hashes }: SpentNonce,
): Promise<boolean> {
  const chainId = String(definition.chainId)
  const cursor = await deps.db.readingAll((tx) => readCursor(tx, chainId))
  if (!cursor) return false
  const block = await adapter.block(cursor.blockNumber)
  if (!block.ok || block.value?.hash !== cursor.blockHash) return false
  const count = await adapter.transactionCountAt(sender, cursor.blockNumber)
  if (!count.ok || count.value <= nonce) return false
  for (const hash of hashes) {
    const receipt = await adapter.receipt(hash)
    if (!receipt.ok || receipt.value) return false
  }
  return !(await deps.db.readingAll((tx) => isAnyMined(tx, chainId, hashes)))
}
