import { isChecksumAddress } from '@corridor/signing/evm'
import { describe, expect, test } from 'vitest'
import { openTestSigner } from '../../test/harness.ts'
import { createSigner } from '../index.ts'

const { signer, deps, admin } = await openTestSigner()
const partnerId = 'par_1'

describe('deposit addresses', () => {
  test('a name has one address, for every signer of the same root key', async () => {
    const deposit = { partnerId, reference: 'fund/1' }
    const { address } = await signer.depositAddress(deposit)
    expect(isChecksumAddress(address)).toBe(true)
    expect(await signer.depositAddress(deposit)).toEqual({ address })
    expect(await createSigner(deps).depositAddress(deposit)).toEqual({ address })
  })

  test('another name, partner or root key has another one', async () => {
    const { signer: other } = await openTestSigner()
    const made = await Promise.all([
      ...Array.from({ length: 50 }, (_, i) =>
        signer.depositAddress({ partnerId, reference: `fund/${i}` }),
      ),
      signer.depositAddress({ partnerId: 'par_2', reference: 'fund/1' }),
      // Where one member ends and the next begins is part of the name.
      signer.depositAddress({ partnerId: 'par_1f', reference: 'und/1' }),
      other.depositAddress({ partnerId, reference: 'fund/1' }),
    ])
    expect(new Set(made.map(({ address }) => address)).size).toBe(made.length)
  })

  test('what has no name has no address', async () => {
    await expect(signer.depositAddress({ partnerId, reference: '' })).rejects.toThrow(TypeError)
    await expect(signer.depositAddress({ partnerId: '', reference: 'x' })).rejects.toThrow(
      TypeError,
    )
  })

  test('nothing of it is stored', async () => {
    const { address } = await signer.depositAddress({ partnerId, reference: 'fund/9' })
    const { rows } = await admin.query(
      `select coalesce(string_agg(row_to_json(a)::text, ' '), '') as dump from signer.wallet_account a`,
    )
    expect(String(rows[0].dump)).not.toContain(address)
  })
})
