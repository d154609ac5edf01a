import type { LocalAccount } from 'viem/accounts'
import { encodeFunctionData, numberToHex } from 'viem/utils'
import type { ChainAdapter, Hex, TokenDefinition, Unavailable } from '../port.ts'
import type { Result } from '../result.ts'
import { fail, ok } from '../result.ts'
import { devChainId } from './anvil.ts'
import { waitForReceipt } from './inclusion.ts'
import { testTokenAbi } from './tokens.ts'

export type FaucetRequest = {
  to: Hex
  /** Address of a token of the dev chain. */
  token: Hex
  /** In the token's base units. */
  amount: bigint
}

/** `rawTransaction` is to be kept, so that a chain that lost it can be given it again. */
export type FaucetPayment = { transactionHash: Hex; blockNumber: bigint; rawTransaction: Hex }

export type FaucetFailure = Unavailable | 'TOKEN_UNKNOWN' | 'FAUCET_REFUSED'

export type Faucet = (request: FaucetRequest) => Promise<Result<FaucetPayment, FaucetFailure>>

/** Native coin that comes with each payment: enough for this many token transfers. */
const transactionsPaid = 100n
const gasOfTransfer = 100_000n
const attemptsMax = 5

/** Mints tokens and sends native coin along, in one transaction, and waits for its block. */
export function createFaucet(options: {
  adapter: ChainAdapter
  deployer: LocalAccount
  tokens: readonly TokenDefinition[]
}): Faucet {
  const { deployer, tokens } = options
  let queue: Promise<unknown> = Promise.resolve()

  return (request) => {
    const payment = queue.then(() => pay(request))
    queue = payment.catch(() => undefined)
    return payment
  }

  /** Another process may use the same account, so a lost race for the nonce is tried again. */
  async function pay(request: FaucetRequest): Promise<Result<FaucetPayment, FaucetFailure>> {
    const known = tokens.some((one) => one.address.toLowerCase() === request.token.toLowerCase())
    if (!known) return fail('TOKEN_UNKNOWN', request.token)
    for (let attempt = 1; ; attempt += 1) {
      const sent = await send(request)
      if (sent.ok || sent.failure !== 'NONCE_TOO_LOW')
        return sent.ok ? mined(sent.value) : refused(sent)
      if (attempt === attemptsMax) return fail('FAUCET_REFUSED', sent.detail)
    }
  }

  async function send(request: FaucetRequest) {
    const adapter = options.adapter
    const [fees, nonce] = await Promise.all([
      adapter.fees(),
      adapter.transactionCount(deployer.address),
    ])
    if (!fees.ok) return fees
    if (!nonce.ok) return nonce
    const rawTransaction = await deployer.signTransaction({
      type: 'eip1559',
      chainId: devChainId,
      nonce: nonce.value,
      to: numberToHex(BigInt(request.token), { size: 20 }),
      data: encodeFunctionData({
        abi: testTokenAbi,
        functionName: 'mint',
        args: [numberToHex(BigInt(request.to), { size: 20 }), request.amount],
      }),
      value: transactionsPaid * gasOfTransfer * fees.value.maxFeePerGas,
      gas: 200_000n,
      maxFeePerGas: fees.value.maxFeePerGas,
      maxPriorityFeePerGas: fees.value.maxPriorityFeePerGas,
    })
    const sent = await adapter.send(rawTransaction)
    return sent.ok ? ok({ hash: sent.value.hash, rawTransaction }) : sent
  }

  async function mined(payment: {
    hash: Hex
    rawTransaction: Hex
  }): Promise<Result<FaucetPayment, FaucetFailure>> {
    const receipt = await waitForReceipt(options.adapter, payment.hash)
    if (!receipt.ok) return receipt
    const { hash, status, blockNumber } = receipt.value
    if (status === 'reverted') return fail('FAUCET_REFUSED', `${hash} was reverted`)
    return ok({ transactionHash: hash, blockNumber, rawTransaction: payment.rawTransaction })
  }
}

function refused(sent: { failure: string; detail: string }): Result<never, FaucetFailure> {
  return sent.failure === 'CHAIN_UNAVAILABLE'
    ? fail('CHAIN_UNAVAILABLE', sent.detail)
    : fail('FAUCET_REFUSED', `${sent.failure} ${sent.detail}`)
}
