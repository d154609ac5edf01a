import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeFunctionData, keccak256, numberToHex, parseTransaction } from 'viem/utils'
import type { Hex } from '../port/chain.ts'
import { transferData } from './prepare.ts'

/** What every transaction says beside what it does; the nonce is reserved by the caller. */
export type TransactionTerms = {
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

export type TransferToSign = TransactionTerms & {
  token: Hex
  to: Hex
  /** In the token's base units. */
  amount: bigint
  /**
   * 16 bytes after the arguments, which tokens do not read: by them a payment is known again after
   * the database was put back to an earlier state.
   */
  reference?: Hex
}

export type MintToSign = TransactionTerms & {
  /** The credit token. */
  token: Hex
  to: Hex
  amount: bigint
  /** 32 bytes that name the deposit; the contract credits it once. */
  deposit: Hex
}

export type SignedTransaction = { raw: Hex; hash: Hex }

/**
 * The service's account that holds its tokens on a chain and pays from it. Signs locally, without
 * a network call; the same request gives the same bytes.
 */
export type Treasury = {
  address: Hex
  signTransfer: (request: TransferToSign) => Promise<SignedTransaction>
  signMint: (request: MintToSign) => Promise<SignedTransaction>
}

const mintAbi = [
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'deposit', type: 'bytes32' },
    ],
    outputs: [],
  },
] as const satisfies Abi

export function createTreasury(options: { account: LocalAccount; chainId: number }): Treasury {
  const { account, chainId } = options
  return {
    address: account.address,
    signTransfer: ({ token, to, amount, reference, ...terms }) =>
      sign(terms, token, joined(transferData(to, amount), reference)),
    signMint: ({ token, to, amount, deposit, ...terms }) =>
      sign(terms, token, mintData(plain(to), amount, deposit)),
  }

  async function sign(terms: TransactionTerms, to: Hex, data: Hex): Promise<SignedTransaction> {
    const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = terms
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
      to: plain(to),
      data,
    })
    return { raw, hash: keccak256(raw) }
  }
}

/** Call data of the credit token's `mint`, e.g. for an estimate. */
export const mintData = (to: Hex, amount: bigint, deposit: Hex): Hex =>
  encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [plain(to), amount, deposit] })

const joined = (data: Hex, reference: Hex | undefined): Hex =>
  `0x${data.slice(2)}${(reference ?? '0x').slice(2)}`

/** An address without the checksum's capitals, whoever wrote them. */
const plain = (address: Hex): Hex => numberToHex(BigInt(address), { size: 20 })

/** Nonce of a transaction and, of one of the treasury, its reference; from the signed bytes. */
export function readReference(raw: Hex): { nonce: number; reference: Hex | undefined } {
  const { nonce = 0, data = '0x' } = parseTransaction(raw as `0x02${string}`)
  // In a transfer it comes after both arguments, of a mint it is the third.
  const rest = data.slice(2 + 2 * (4 + 2 * 32))
  return { nonce, reference: rest === '' ? undefined : `0x${rest.toLowerCase()}` }
}
