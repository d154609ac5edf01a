import { keccak256, numberToHex } from 'viem/utils'
import type {
  ChainAdapter,
  ChainDefinition,
  Hex,
  SendFailure,
  TransactionReceipt,
  Unavailable,
} from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
import { ask } from './ask.ts'
import { createBalanceReader } from './balances.ts'
import { createBlockReader } from './blocks.ts'
import { isSignedByContract } from './contract-signature.ts'
import { watchHeads } from './heads.ts'
import { createPreparer } from './prepare.ts'
import { hex, readReceipt, resultOf, smallQuantity } from './read.ts'
import { sendRefusal } from './refusals.ts'
import { readTokenFacts } from './token-facts.ts'
import { createRpc } from './rpc.ts'
import { createTransferReader } from './transfers.ts'

/** An adapter for any EVM chain, from its record alone. Nothing is asked before the first call. */
export function createEvmAdapter(
  definition: ChainDefinition,
  options: { timeoutMs?: number } = {},
): ChainAdapter {
  const rpc = createRpc({ url: definition.rpcUrl, timeoutMs: options.timeoutMs ?? 10_000 })
  const blocks = createBlockReader(rpc, definition.finality)
  const watchers = new Set<{ close(): void }>()

  return {
    definition,
    chainId,
    ...createBalanceReader(rpc),
    ...blocks,
    ...createTransferReader(rpc),
    ...createPreparer(rpc, definition.chainId),
    tokenFacts: (contracts) => readTokenFacts(rpc, contracts),
    isSignedByContract: (address, signed) =>
      isSignedByContract({ rpc, finalHead: blocks.finalHead }, address, signed),
    transactionCount,
    transactionCountAt,
    send,
    receipt,
    rawTransaction,
    watchHeads: (watchOptions) => {
      const watcher = watchHeads(definition, rpc, watchOptions)
      watchers.add(watcher)
      return watcher
    },
    close: () => {
      for (const watcher of watchers) watcher.close()
      watchers.clear()
      rpc.close()
    },
  }

  function chainId() {
    return ask(rpc, [{ method: 'eth_chainId', params: [] }], ([answer]) =>
      smallQuantity(resultOf(answer), 'chainId'),
    )
  }

  function transactionCount(address: Hex, which: 'pending' | 'mined' = 'pending') {
    const tag = which === 'mined' ? 'latest' : 'pending'
    return ask(rpc, [{ method: 'eth_getTransactionCount', params: [address, tag] }], ([answer]) =>
      smallQuantity(resultOf(answer), 'transactionCount'),
    )
  }

  function transactionCountAt(address: Hex, block: bigint) {
    const call = { method: 'eth_getTransactionCount', params: [address, numberToHex(block)] }
    return ask(rpc, [call], ([answer]) => smallQuantity(resultOf(answer), 'transactionCount'))
  }

  /**
   * A refusal is looked into before it counts: a node says "nonce too low" about the very
   * transaction that it mined a moment ago (guarantees.md 3.7: ask first).
   */
  async function send(signed: Hex): Promise<Result<{ hash: Hex }, SendFailure>> {
    const hash = keccak256(signed)
    const answer = await rpc.call('eth_sendRawTransaction', [signed])
    if (!answer.ok) return answer
    if (!answer.value.error) return ok({ hash })

    const refusal = sendRefusal(answer.value.error)
    if (refusal === 'ALREADY_KNOWN') return ok({ hash })
    const known = await isKnown(hash)
    if (!known.ok) return known
    if (known.value) return ok({ hash })
    return fail(refusal, answer.value.error.message)
  }

  function isKnown(hash: Hex): Promise<Result<boolean, Unavailable>> {
    return ask(
      rpc,
      [{ method: 'eth_getTransactionByHash', params: [hash] }],
      ([answer]) => resultOf(answer) !== null,
    )
  }

  function receipt(hash: Hex): Promise<Result<TransactionReceipt | undefined, Unavailable>> {
    return ask(rpc, [{ method: 'eth_getTransactionReceipt', params: [hash] }], ([answer]) =>
      readReceipt(resultOf(answer)),
    )
  }

  function rawTransaction(hash: Hex): Promise<Result<Hex | undefined, Unavailable>> {
    return ask(rpc, [{ method: 'eth_getRawTransactionByHash', params: [hash] }], ([answer]) => {
      const raw = resultOf(answer)
      return raw === null || raw === '0x' ? undefined : hex(raw, 'raw transaction')
    })
  }
}
