import { decodeTransfer, recoverSender } from '@corridor/signing/evm'
import { expect, test } from 'vitest'
import { openTestSigner } from '../../test/harness.ts'
import { createSigner } from '../index.ts'

const { deps } = await openTestSigner()
const treasury = '0x52908400098527886E0F7030069857D2E4169EE7'
const signer = createSigner({
  ...deps,
  treasury: (chainId) => (chainId === 31_337 ? treasury : undefined),
})
const deposit = { partnerId: 'par_1', reference: 'exec/1' }
const sweep = {
  ...deposit,
  chainId: 31_337,
  token: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  amount: '25000000',
  nonce: 3,
  gas: '60000',
  maxFeePerGas: '4000000000',
  maxPriorityFeePerGas: '1',
}

test('a deposit address pays its tokens to the treasury, with its own key', async () => {
  const { raw, hash } = await signer.signSweep(sweep)
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  const { address } = await signer.depositAddress(deposit)
  expect(recoverSender(raw)).toEqual({ ok: true, value: address })
  // The same request gives the same bytes.
  expect(await signer.signSweep(sweep)).toEqual({ raw, hash })
})

test('whoever else is named in a request is not paid', async () => {
  const other = '0x27b1fdb04752bbc536007a920d24acb045561c26'
  const forged = { ...sweep, recipient: other, to: other, treasury: other }
  const { raw } = await signer.signSweep(forged)
  expect(raw).toContain(treasury.slice(2).toLowerCase())
  expect(raw).not.toContain(other.slice(2))
})

test('on a chain without treasury nothing is signed', async () => {
  await expect(signer.signSweep({ ...sweep, chainId: 1 })).rejects.toThrow(TypeError)
  expect(decodeTransfer('0x')).toMatchObject({ ok: false })
})
