import type { LocalAccount } from 'viem/accounts'
import { encodeFunctionData, numberToHex } from 'viem/utils'
import type { ChainAdapter, Hex, TokenDefinition, Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
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

/** `rawTransaction` has to be stored, so that it can be sent again to a chain that lost it. */
export type FaucetPayment = { transactionHash: Hex; blockNumber: bigint; rawTransaction: Hex }

export type FaucetFailure = Unavailable | 'TOKEN_UNKNOWN' | 'FAUCET_REFUSED'

type Paid = Promise<Result<FaucetPayment, FaucetFailure>>

export type TokenOwner = {
  /** Mints tokens and sends native coin for 100 transfers along, and waits for the block. */
  faucet: (request: FaucetRequest) => Paid
  /** While blocked, transfers from and to the address revert, as with real dollar tokens. */
  setBlocked: (request: { token: Hex; address: Hex; blocked: boolean }) => Paid
}

const transactionsPaid = 100n
const gasOfTransfer = 100_000n
/** What a client's own transactions may offer for gas; the dev chain itself asks for far less. */
const feeFloor = 10_000_000_000n
const attemptsMax = 5

/** What the tokens' owner can do. One payment at a time, because they share a nonce. */
export function createTokenOwner(options: {
  adapter: ChainAdapter
  deployer: LocalAccount
  tokens: readonly TokenDefinition[]
}): TokenOwner {
  const { adapter, deployer, tokens } = options
  let queue: Promise<unknown> = Promise.resolve()

  return {
    faucet: ({ to, token, amount }) =>
      inTurn(token, { functionName: 'mint', args: [plain(to), amount] }, transactionsPaid),
    setBlocked: ({ token, address, blocked }) =>
      inTurn(token, { functionName: 'setBlocked', args: [plain(address), blocked] }, 0n),
  }

  function inTurn(token: Hex, call: Call, nativeFor: bigint): Paid {
    const payment = queue.then(() => pay(token, call, nativeFor))
    queue = payment.catch(() => undefined)
    return payment
  }

  /** Another process may use the same account, so a lost race for the nonce is tried again. */
  async function pay(token: Hex, call: Call, nativeFor: bigint): Paid {
    const known = tokens.some((item) => item.address.toLowerCase() === token.toLowerCase())
    if (!known) return fail('TOKEN_UNKNOWN', token)
    for (let attempt = 1; ; attempt += 1) {
      const sent = await send(token, call, nativeFor)
      if (sent.ok) return mined(sent.value)
      if (sent.failure === 'CHAIN_UNAVAILABLE') return fail(sent.failure, sent.detail)
      if (sent.failure !== 'NONCE_TOO_LOW' || attempt === attemptsMax) {
        return fail('FAUCET_REFUSED', `${sent.failure} ${sent.detail}`)
      }
    }
  }

  async function send(token: Hex, call: Call, nativeFor: bigint) {
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
      to: plain(token),
      data: encodeFunctionData({ abi: testTokenAbi, ...call }),
      value: nativeFor * gasOfTransfer * highest(fees.value.maxFeePerGas, feeFloor),
      gas: 200_000n,
      maxFeePerGas: fees.value.maxFeePerGas,
      maxPriorityFeePerGas: fees.value.maxPriorityFeePerGas,
    })
    const sent = await adapter.send(rawTransaction)
    return sent.ok ? ok({ hash: sent.value.hash, rawTransaction }) : sent
  }

  async function mined(payment: { hash: Hex; rawTransaction: Hex }): Paid {
    const receipt = await waitForReceipt(adapter, payment.hash)
    if (!receipt.ok) return receipt
    const { hash, status, blockNumber } = receipt.value
    if (status === 'reverted') return fail('FAUCET_REFUSED', `${hash} was reverted`)
    return ok({ transactionHash: hash, blockNumber, rawTransaction: payment.rawTransaction })
  }
}

type Call = { functionName: 'mint' | 'setBlocked'; args: unknown[] }

const highest = (a: bigint, b: bigint) => (a > b ? a : b)

/** An address without the checksum's capitals, whoever wrote them. */
function plain(address: Hex): Hex {
  return numberToHex(BigInt(address), { size: 20 })
}
