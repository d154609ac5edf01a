import { asHex, type Finality } from '@corridor/chains'
import { evmFault, fail, fromWire, ok, toWire } from '@corridor/domain'
import { detail } from '../../api/request/refusal.ts'
import type { ServiceTime } from '../../api/service-time.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { advanceClock } from './clock.ts'
import { sandboxChains } from './chains.ts'
import { dropFaucetTransactions, keepFaucetTransaction, listMessages, type Paid } from './store.ts'

/** A faucet gift; more would only make sums that no JSON number carries. */
const giftMax = 1_000_000_000

export type SandboxService = ReturnType<typeof createSandboxService>

/** What a sandbox lets a caller do to chain and clock (operations.md 14). */
export function createSandboxService(deps: Deps, serviceTime: ServiceTime) {
  return {
    pay,
    recordPayment,
    send,
    mine,
    reorg,
    advance,
    listMessages,
    chains: () => sandboxChains(deps),
  }

  /** Mints test tokens and pays native coin; answers after inclusion. */
  async function pay(request: { address: string; jurisdictionId: string; amount: number }) {
    const token = deps.jurisdictions.tokenById(request.jurisdictionId)
    const chain = token && deps.chains.get(token.chainId)
    if (!token || !chain?.dev) return unknownJurisdiction()
    if (evmFault(request.address) !== undefined)
      return refused('FIELD_INVALID', 'address', 'This is no address of the chain.')
    const amount = fromWire(request.amount, token.currency, token.currencyScale)
    if (!amount.ok)
      return refused(
        'AMOUNT_PRECISION',
        'amount',
        `${token.currency} has ${token.currencyScale} decimals.`,
      )
    if (request.amount > giftMax)
      return refused('AMOUNT_ABOVE_MAX', 'amount', `At most ${giftMax} at once.`)
    const paid = await chain.dev.faucet({
      to: asHex(request.address),
      token: asHex(token.tokenAddress),
      amount: amount.value.minor,
    })
    if (!paid.ok && paid.failure === 'FAUCET_REFUSED')
      return refused('FIELD_INVALID', 'address', 'The chain pays nothing to this address.')
    if (!paid.ok) return unavailable(paid.failure)
    return ok({
      ...paid.value,
      chainId: token.chainId,
      amount: toWire(amount.value),
      currency: token.currency,
    })
  }

  /**
   * Keeps the faucet's bytes, so that they can be resent to a dev chain that lost its last second.
   */
  function recordPayment(tx: Tx, partnerId: string, paid: Paid): Promise<unknown> {
    return keepFaucetTransaction(tx, partnerId, paid)
  }

  async function send(request: { jurisdictionId: string; signedTransaction: string }) {
    const token = deps.jurisdictions.tokenById(request.jurisdictionId)
    const chain = token && deps.chains.get(token.chainId)
    if (!chain) return unknownJurisdiction()
    const raw = request.signedTransaction
    if (!/^0x([0-9a-fA-F]{2})+$/.test(raw))
      return refused('FIELD_INVALID', 'signedTransaction', 'This is no transaction in hex.')
    const sent = await chain.adapter.send(asHex(raw))
    if (sent.ok) return ok({ transactionHash: sent.value.hash })
    if (sent.failure === 'CHAIN_UNAVAILABLE') return unavailable(sent.failure)
    return refused(
      'FIELD_INVALID',
      'signedTransaction',
      `The chain refuses this transaction: ${sent.failure}.`,
    )
  }

  async function mine(blocks: number) {
    let last = 0
    for (const { dev } of deps.chains.values()) {
      const mined = await dev?.mine(blocks)
      if (mined && !mined.ok) return unavailable(mined.failure)
      if (mined) last = Number(mined.value.blockNumber)
    }
    return ok(last)
  }

  /** Drops the newest blocks of the dev chains; what is final stays. */
  async function reorg(blocks: number) {
    let last = 0
    for (const { dev, definition } of deps.chains.values()) {
      if (!dev) continue
      const dropped = await dev.dropBlocks(blocks)
      if (!dropped.ok && dropped.failure === 'BLOCKS_FINAL')
        return refused('FIELD_INVALID', 'blocks', whyFinal(definition.finality))
      if (!dropped.ok) return unavailable(dropped.failure)
      last = Number(dropped.value.blockNumber)
      const gone = { from: last - blocks, to: last - 1 }
      await deps.db.asWorker((tx) => dropFaucetTransactions(tx, String(definition.chainId), gone))
    }
    return ok(last)
  }

  /** Moves the one clock forward; everything due starts at once. */
  async function advance(seconds: number): Promise<Date> {
    const at = await advanceClock(deps, seconds)
    await serviceTime.refresh()
    return at
  }

  function unavailable(reason: string) {
    deps.log.warn({ reason }, 'the dev chain does not answer')
    return fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })
  }
}

const refused = <C extends 'FIELD_INVALID' | 'AMOUNT_PRECISION' | 'AMOUNT_ABOVE_MAX'>(
  code: C,
  path: string,
  message: string,
) => fail({ code, details: [detail(path, code, message)] })

const whyFinal = (finality: Finality): string =>
  'depth' in finality && finality.depth > 0
    ? `The blocks before the newest ${finality.depth} are final, and so are those of the chain’s beginning.`
    : 'Every block is final at once. Start the sandbox with DEV_CHAIN_FINALITY above 0 for blocks that can be dropped.'

const unknownJurisdiction = () =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail('jurisdictionId', 'RECORD_NOT_FOUND', 'No chain jurisdiction has this id.')],
  })
