import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, isRefusal } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import {
  deriveEvmKey,
  encodeTransfer,
  mnemonicFromEntropy,
  signDepositProof,
  signTransaction,
} from '@corridor/signing'
import type { Deps } from '../ports/deps.ts'

/** Whole units of the deposit token. */
const prepaidUnits = 500
const paymentsUnits = 25_000
const finalWithinMs = 60_000
const lookAgainMs = 200
/** Far above what the dev chain asks for, and paid for by the faucet. */
const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1n, gas: 100_000n }

type Paying = { privateKey: Uint8Array; nonce: number; units: number; to: string }

/**
 * Pays into both accounts of a partner, from a wallet of its own that is then forgotten: the fees of
 * its first customers are paid from them, and refunds of completed transfers. What an earlier start
 * has paid in stays.
 */
export async function seedDeposits(deps: Pick<Deps, 'random'>, client: Client): Promise<void> {
  const [prepaid, payments] = await Promise.all([
    client.call(routes.partners.prepaidBalance),
    client.call(routes.partners.paymentsBalance),
  ])
  const wanted = [
    {
      route: routes.partners.prepaidDeposit,
      units: prepaidUnits,
      isPaid: prepaid.body.data.depositsTotal > 0,
    },
    {
      route: routes.partners.paymentsDeposit,
      units: paymentsUnits,
      isPaid: payments.body.data.entries.length > 0,
    },
  ].filter(({ isPaid }) => !isPaid)
  if (wanted.length === 0) return
  const { toWalletAddress: to, tokenAddress } = prepaid.body.data
  const chains = (await client.call(routes.sandbox.chains)).body.data
  const chain = chains.find((known) => known.tokenAddress === tokenAddress)
  if (!chain) throw new Error('the sandbox names no chain of the deposits')
  const { jurisdictionId } = chain
  const { privateKey, address } = deriveEvmKey(
    mnemonicFromEntropy(deps.random(16)),
    "m/44'/60'/0'/0/0",
  )
  const amount = wanted.reduce((sum, { units }) => sum + units, 0)
  await client.call(routes.sandbox.faucet, { body: { address, jurisdictionId, amount } })
  for (const [nonce, { route, units }] of wanted.entries()) {
    const { raw, hash } = signed(chain, { privateKey, nonce, units, to })
    await client.call(routes.sandbox.send, { body: { jurisdictionId, signedTransaction: raw } })
    await credited(client, route, {
      transactionHash: hash,
      base64Signature: signDepositProof(hash, privateKey),
    })
  }
}

function signed(
  {
    chainId,
    tokenAddress: token,
    decimals,
  }: { chainId: string; tokenAddress: string; decimals: number },
  { privateKey, nonce, units, to: recipient }: Paying,
) {
  const amount = BigInt(units) * 10n ** BigInt(decimals)
  const unsigned = encodeTransfer({
    ...fees,
    chainId: Number(chainId),
    nonce,
    token,
    recipient,
    amount,
  })
  return signTransaction(unsigned, privateKey)
}

type DepositRoute = typeof routes.partners.prepaidDeposit | typeof routes.partners.paymentsDeposit

/** A payment is taken once it is final, which a chain may make everybody wait for. */
async function credited(
  client: Client,
  route: DepositRoute,
  body: { transactionHash: string; base64Signature: string },
): Promise<void> {
  for (let spentMs = 0; ; spentMs += lookAgainMs) {
    try {
      await client.call(route, { body })
      return
    } catch (error) {
      const isEarly = isRefusal(error, 'TRANSACTION_HASH_INVALID') && spentMs < finalWithinMs
      if (!isEarly) throw error
    }
    await sleep(lookAgainMs)
  }
}
