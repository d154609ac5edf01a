import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  addressOfPublicKey,
  decodeSigned,
  encodeTransfer,
  signTransaction,
} from '@corridor/signing/evm'
import { describe, expect, test } from 'vitest'
import { openTestSigner } from '../../test/harness.ts'
import { liquidityWallet, operationalWallet } from '../index.ts'

const { signer } = await openTestSigner()
const partnerId = 'par_1'
const stranger = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const { secretKey, publicKey } = secp256k1.keygen()
const funder = addressOfPublicKey(secp256k1.Point.fromBytes(publicKey).toBytes(false))

const terms = {
  partnerId,
  chainId: 31_337,
  token: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  amount: '25000000',
  nonce: 3,
  gas: '60000',
  maxFeePerGas: '4000000000',
  maxPriorityFeePerGas: '1',
}

/** Who pays whom what by signed bytes. */
function read(raw: string) {
  const decoded = decodeSigned(raw)
  if (!decoded.ok) throw new Error(decoded.failure)
  const { transfer, sender } = decoded.value
  const { chainId, nonce, token, recipient, amount } = transfer
  return { sender, chainId, nonce, token: token.toLowerCase(), recipient, amount }
}

const addressOf = async (wallet: typeof liquidityWallet, of = partnerId) =>
  (await signer.depositAddress(wallet(of))).address

/** What the bytes of each of these have to say; the receiver is the only difference. */
const payment = async (recipient: string) => ({
  sender: await addressOf(operationalWallet),
  chainId: 31_337,
  nonce: 3,
  token: terms.token,
  recipient,
  amount: 25_000_000n,
})

type Funding = { to?: string; chainId?: number; amount?: bigint }

/** Somebody pays tokens in; another token than what is withdrawn. */
async function funding({ to, chainId = 31_337, amount = 1n }: Funding = {}): Promise<string> {
  const unsigned = encodeTransfer({
    chainId,
    nonce: 7,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 1n,
    gas: 60_000n,
    token: '0xA382745C1207b14493c7877E37b3005D02DD744d',
    recipient: to ?? (await addressOf(operationalWallet)),
    amount,
  })
  return signTransaction(unsigned, secretKey).raw
}

describe('a replenishment', () => {
  test('goes from the operational wallet of a partner to its own deposit wallet', async () => {
    const { raw, hash } = await signer.signReplenishment(terms)
    expect(read(raw)).toEqual(await payment(await addressOf(liquidityWallet)))
    expect(await signer.signReplenishment(terms)).toEqual({ raw, hash })
  })

  test('of another partner is from and to that partner’s wallets', async () => {
    const { raw } = await signer.signReplenishment({ ...terms, partnerId: 'par_2' })
    expect(read(raw)).toMatchObject({
      sender: await addressOf(operationalWallet, 'par_2'),
      recipient: await addressOf(liquidityWallet, 'par_2'),
    })
  })

  test('pays nobody else who is named in its request', async () => {
    const forged = { ...terms, recipient: stranger, to: stranger, reference: 'liquidity/par_2' }
    expect(await signer.signReplenishment(forged)).toEqual(await signer.signReplenishment(terms))
  })

  test('of a partner without a name is not signed', async () => {
    await expect(signer.signReplenishment({ ...terms, partnerId: '' })).rejects.toThrow(TypeError)
  })
})

describe('a withdrawal', () => {
  const withdraw = (fundingTransaction: string, change: object = {}) =>
    signer.signOperationalWithdrawal({ ...terms, fundingTransaction, ...change })

  test('goes to whoever signed a payment into the wallet', async () => {
    const forged = { recipient: stranger, to: stranger, from: stranger }
    const { raw } = await withdraw(await funding(), forged)
    expect(read(raw)).toEqual(await payment(funder))
  })

  test.each<[string, () => Promise<Funding>]>([
    [
      'the wallet of another partner',
      async () => ({ to: await addressOf(operationalWallet, 'par_2') }),
    ],
    ['the deposit wallet', async () => ({ to: await addressOf(liquidityWallet) })],
    ['a stranger', async () => ({ to: stranger })],
    ['the wallet on another chain', async () => ({ chainId: 1 })],
    ['the wallet, of nothing', async () => ({ amount: 0n })],
  ])('is not signed for a payment to %s', async (_, change) => {
    await expect(withdraw(await funding(await change()))).rejects.toThrow(TypeError)
  })

  test('of another partner or on another chain is not signed for this partner’s funding', async () => {
    const own = await funding()
    await expect(withdraw(own, { partnerId: 'par_2' })).rejects.toThrow(TypeError)
    await expect(withdraw(own, { chainId: 1 })).rejects.toThrow(TypeError)
  })

  test.each<[string, (raw: string) => string]>([
    ['an approval', (raw) => raw.replace('a9059cbb', '095ea7b3')],
    ['bytes after the transaction', (raw) => `${raw}00`],
    ['capitals', (raw) => raw.toUpperCase().replace('0X', '0x')],
    ['half of it', (raw) => raw.slice(0, raw.length / 2)],
    ['a hash', (raw) => raw.slice(0, 66)],
    ['nothing', () => '0x'],
  ])('is not signed for %s', async (_, change) => {
    const own = await funding()
    const changed = change(own)
    expect(changed).not.toBe(own)
    await expect(withdraw(changed)).rejects.toThrow(TypeError)
  })

  test('for bytes with one bit changed does not pay the funder', async () => {
    const own = Buffer.from((await funding()).slice(2), 'hex')
    const paid = await Promise.all(
      Array.from(own.keys(), async (at) => {
        const changed = Buffer.from(own)
        changed[at] = (changed[at] ?? 0) ^ 1
        try {
          return read((await withdraw(`0x${changed.toString('hex')}`)).raw).recipient
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return ''
        }
      }),
    )
    // Other bytes under the same signature are of a key that nobody has.
    expect(paid).not.toContain(funder)
    expect(paid).toContain('')
  })
})

test('a partner’s operational wallet is not swept, of whomever it is', async () => {
  for (const reference of [`operational/${partnerId}`, 'operational/par_2', 'operational/'])
    await expect(signer.signSweep({ ...terms, reference })).rejects.toThrow('not swept')
})
