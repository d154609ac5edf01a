import { randomBytes } from 'node:crypto'
import {
  deriveEvmKey,
  encodeTransfer,
  mnemonicFromEntropy,
  signDepositProof,
  signTransaction,
} from '@corridor/signing'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { devChainOf } from './chain-rpc.ts'
import { tokens } from './wallets.ts'

/** A wallet of a partner's own, whose key only the test has. */
export type Payer = { address: `0x${string}`; privateKey: Uint8Array }

/** A new wallet that holds nothing. */
export function makeKey(): Payer {
  const key = deriveEvmKey(mnemonicFromEntropy(randomBytes(16)), "m/44'/60'/0'/0/0")
  return { address: key.address as `0x${string}`, privateKey: key.privateKey }
}

/** A new wallet with test tokens of each kind and native coin. */
export async function makePayer(bff: Bff, amount = 1_000): Promise<Payer> {
  const payer = makeKey()
  const { address } = payer
  for (const { id: jurisdictionId } of await tokens(bff)) {
    const paid = await bff.post('/api/v1/sandbox/chain/faucet', { address, jurisdictionId, amount })
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
  }
  return payer
}

/** Pays whole units of the deposit token to an address. */
export async function faucet(bff: Bff, address: string, amount: number): Promise<void> {
  const [token] = await tokens(bff)
  const body = { address, jurisdictionId: token?.id, amount }
  const paid = await bff.post('/api/v1/sandbox/chain/faucet', body)
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
}

export type Paying = {
  to: string
  /** In base units. */
  amount: bigint
  /** 0 for the token with 6 decimals, 1 for the one with 18. */
  token?: number
  /** Another contract than one of our tokens. */
  contract?: string
  /** Without the blocks that make it final. */
  isFresh?: boolean
}

/** Sends tokens with the wallet's own key; gives the hash once it is in a block. */
export async function pay(bff: Bff, from: Payer, paying: Paying): Promise<`0x${string}`> {
  const { adapter } = devChainOf(bff.deps)
  const token = (await tokens(bff))[paying.token ?? 0]
  const nonce = await adapter.transactionCount(from.address)
  const fees = await adapter.fees()
  if (!token || !nonce.ok || !fees.ok) throw new Error('the chain does not answer')
  const { raw, hash } = signedPayment(from, {
    nonce: nonce.value,
    maxFeePerGas: fees.value.maxFeePerGas,
    maxPriorityFeePerGas: fees.value.maxPriorityFeePerGas,
    token: paying.contract ?? token.tokenAddress,
    recipient: paying.to,
    amount: paying.amount,
  })
  const body = { jurisdictionId: token.id, signedTransaction: raw }
  const sent = await bff.post('/api/v1/sandbox/chain/send', body)
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  await mined(bff, hash as `0x${string}`)
  if (!paying.isFresh) await makeFinal(bff)
  return hash as `0x${string}`
}

/** A transfer of tokens on the dev chain, signed by the wallet's own key. */
export function signedPayment(
  { privateKey }: Payer,
  fields: Omit<Parameters<typeof encodeTransfer>[0], 'chainId' | 'gas'>,
) {
  const unsigned = encodeTransfer({ ...fields, chainId: 31_337, gas: 200_000n })
  return signTransaction(unsigned, privateKey)
}

/** Mines what the chain's finality asks for. */
export async function makeFinal(bff: Bff): Promise<void> {
  const { finality } = devChainOf(bff.deps).definition
  const blocks = 'depth' in finality ? finality.depth : 0
  if (blocks > 0) await bff.post('/api/v1/sandbox/chain/mine', { blocks })
}

/** Waits for the block of a transaction; the test's own time limit is the bound. */
export async function mined(bff: Bff, hash: `0x${string}`): Promise<void> {
  for (;;) {
    const receipt = await devChainOf(bff.deps).adapter.receipt(hash)
    if (receipt.ok && receipt.value) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const utility = '/api/v1/xfer/utility'
export const paymentsPath = `${utility}/partner/payments`
export const prepaidPath = `${utility}/prepaid/kyc`

/** What pays in: the hash and its sender's signature over the hash's text. */
export const proofOf = (payer: Payer, transactionHash: string, text = transactionHash) => ({
  transactionHash,
  base64Signature: signDepositProof(text, payer.privateKey),
})

/** Gives a partner's payments account what refunds of completed transfers are paid from. */
export async function fundPayments(
  bff: Bff,
  units = 5_000,
  partner: Partner = bff.first,
): Promise<void> {
  const paid = await deposit(bff, await makePayer(bff, units), paymentsPath, units, partner)
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
}

/** Where deposits go to. */
export async function depositTarget(
  bff: Bff,
): Promise<{ toWalletAddress: string; tokenAddress: string }> {
  return (await bff.get(`${paymentsPath}/balance`)).body.data.deposit
}

/** Pays whole units of the deposit token in and has them credited. */
export async function deposit(
  bff: Bff,
  payer: Payer,
  path: string,
  units: number,
  partner: Partner = bff.first,
): Promise<Got> {
  const { toWalletAddress: to } = await depositTarget(bff)
  const hash = await pay(bff, payer, { to, amount: BigInt(units * 1_000_000) })
  return bff.post(`${path}/deposit`, proofOf(payer, hash), {}, partner)
}

export const balanceOf = async (bff: Bff, partner?: Partner): Promise<AnyBody> =>
  (await bff.get(`${paymentsPath}/balance`, partner)).body.data
