import { randomBytes } from 'node:crypto'
import type { LocalAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, keccak256, parseTransaction } from 'viem/utils'
import { devChainId } from '../dev/anvil.ts'
import { waitForReceipt } from '../dev/inclusion.ts'
import type { ChainAdapter, Hex, TransactionReceipt, TransferRequest } from '../port/chain.ts'
import type { Result } from '../port/result.ts'

/** An account whose key only the test knows. */
export function newWallet(): LocalAccount {
  return privateKeyToAccount(bytesToHex(randomBytes(32)))
}

/** The value, or an error that says what was wrong: tests expect success in most places. */
export function must<T, F extends string>(result: Result<T, F>): T {
  if (result.ok) return result.value
  throw new Error(`${result.failure} ${result.detail}`)
}

/** Signs what `prepareTransfer` gave. */
export function signPrepared(wallet: LocalAccount, unsignedTransaction: Hex): Promise<Hex> {
  const transaction = parseTransaction(unsignedTransaction as `0x02${string}`)
  return wallet.signTransaction({ ...transaction, type: 'eip1559' })
}

/** The signed bytes of an ERC-20 transfer; the wallet has to own tokens and native coin. */
export async function signTransfer(
  adapter: ChainAdapter,
  wallet: LocalAccount,
  request: Omit<TransferRequest, 'from'>,
): Promise<Hex> {
  const prepared = must(await adapter.prepareTransfer({ ...request, from: wallet.address }))
  return signPrepared(wallet, prepared.unsignedTransaction)
}

/** The hash that signed bytes have on the chain. */
export const hashOf = (raw: Hex): Hex => keccak256(raw)

/** A whole transfer, signed, sent and mined. */
export async function transferTokens(
  adapter: ChainAdapter,
  wallet: LocalAccount,
  request: Omit<TransferRequest, 'from'>,
): Promise<TransactionReceipt> {
  const raw = await signTransfer(adapter, wallet, request)
  const { hash } = must(await adapter.send(raw))
  return must(await waitForReceipt(adapter, hash))
}

/** Any call of a contract, signed by the wallet, sent and mined. */
export async function callContract(
  adapter: ChainAdapter,
  wallet: LocalAccount,
  call: { to?: Hex; data: Hex; gas?: bigint },
): Promise<TransactionReceipt> {
  const fees = must(await adapter.fees())
  const raw = await wallet.signTransaction({
    type: 'eip1559',
    chainId: devChainId,
    nonce: must(await adapter.transactionCount(wallet.address)),
    gas: call.gas ?? 3_000_000n,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    ...(call.to ? { to: call.to } : {}),
    data: call.data,
  })
  const { hash } = must(await adapter.send(raw))
  return must(await waitForReceipt(adapter, hash))
}
