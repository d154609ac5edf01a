import {
  generateP256KeyPair,
  openExportBundle,
  recoverSender,
  stampWithApiKey,
  utf8Text,
} from '@corridor/signing'
import { mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, test } from 'vitest'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  newWallet,
  openTestSigner,
  partnerId,
  run,
  transferOf,
  value,
} from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { openEntity } from '../credentials/credentials.ts'
import { createWallet, findEvmAccount, findWallet, signWithAccount } from './wallets.ts'
import { openVault } from '../vault/vault.ts'

const { signer, deps, admin, advance } = await openTestSigner()
const solana = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const

type Owner = Awaited<ReturnType<typeof newWallet>>

async function prepareTransfer(owner: Owner, change = {}, validForSeconds = 600) {
  const activityId = newId('act')
  const { entityId } = owner
  const { rows } = await admin.query(`select service_now() + $1 * interval '1 second' as "until"`, [
    validForSeconds,
  ])
  const validUntil: string = rows[0].until.toISOString()
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
  const transfer = { ...transferOf(owner.address), ...change }
  const input = { activityId, entityId, partnerId, type, ...transfer, validUntil } as const
  return { activityId, result: await signer.prepare(input) }
}

describe('a wallet', () => {
  test('derives its accounts in the order asked for and lists them', async () => {
    const entity = await newEntity(signer)
    const accounts = [evmAccount(0), solana, evmAccount(7)]
    const parameters = { walletName: 'Treasury', accounts, mnemonicLength: 24 }
    const created = value(await run(signer, entity, 'ACTIVITY_TYPE_CREATE_WALLET', parameters))
    const walletId = created.result['walletId']
    expect(created.result['accounts']).toMatchObject(accounts)
    const more = await run(signer, entity, 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
      walletId,
      accounts: [evmAccount(1)],
    })
    expect(value(more).result['accounts']).toMatchObject([evmAccount(1)])
    const [wallet] = await signer.listWallets(entity.entityId)
    expect(wallet).toMatchObject({ walletId, walletName: 'Treasury' })
    const addresses = wallet?.accounts.map((account) => account.address)
    expect(new Set(addresses).size).toBe(4)
  })

  test('of another entity is not found', async () => {
    const [owner, other] = [await newWallet(signer), await newEntity(signer)]
    const parameters = { walletId: owner.walletId, accounts: [evmAccount(1)] }
    const activityId = newId('act')
    const { entityId } = other
    const type = 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'
    const prepared = await signer.prepare({ activityId, entityId, partnerId, type, parameters })
    expect(failure(prepared).code).toBe('WALLET_NOT_FOUND')
    expect(await signer.listWallets(entityId)).toEqual([])
  })

  test('signs a quoted transfer with its own key, low S and all', async () => {
    const owner = await newWallet(signer)
    const { activityId, result } = await prepareTransfer(owner)
    const stamp = stampWithApiKey(value(result).payload, owner.key)
    const { entityId } = owner
    const input = { activityId, entityId, stamp, signatureType: 'ApiKey' }
    const executed = value(await signer.execute(input))
    const { signedTransaction } = executed.result
    expect(value(recoverSender(String(signedTransaction)))).toBe(owner.address)
  })

  test.each([
    [
      'another recipient',
      { bounds: { ...transferOf('').bounds, recipient: `0x${'11'.repeat(20)}` } },
    ],
    ['a larger amount', { bounds: { ...transferOf('').bounds, amount: '1' } }],
    ['no bounds that fit', { bounds: { ...transferOf('').bounds, chainId: 1 } }],
  ])('prepares no transfer with %s', async (_name, change) => {
    const owner = await newWallet(signer)
    const { result } = await prepareTransfer(owner, change)
    expect(failure(result)).toEqual({ code: 'POLICY_BLOCKED', reason: 'OUT_OF_BOUNDS' })
  })

  test('prepares no transfer from an address that is not the entity’s', async () => {
    const [owner, other] = [await newWallet(signer), await newWallet(signer)]
    const { result } = await prepareTransfer({ ...owner, address: other.address })
    expect(failure(result).code).toBe('WALLET_NOT_FOUND')
  })

  test('signs a transfer until the last moment of its quote, long after five minutes', async () => {
    const owner = await newWallet(signer)
    const { entityId, key } = owner
    const [early, late] = [await prepareTransfer(owner), await prepareTransfer(owner)]
    const submit = ({ activityId, result }: typeof early) => {
      const stamp = stampWithApiKey(value(result).payload, key)
      return signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    }
    await advance(595)
    value(await submit(early))
    await advance(5)
    expect(failure(await submit(late)).code).toBe('ACTIVITY_EXPIRED')
  })

  test('is prepared with bounds and end, and nothing else is', async () => {
    const { entityId, address } = await newWallet(signer)
    const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
    const { parameters, bounds } = transferOf(address)
    const input = { activityId: newId('act'), entityId, partnerId, type, parameters } as const
    await expect(signer.prepare(input)).rejects.toThrow(TypeError)
    await expect(signer.prepare({ ...input, bounds })).rejects.toThrow(TypeError)
    const wallet = { ...input, type: 'ACTIVITY_TYPE_CREATE_WALLET' } as const
    const validUntil = '2999-01-01T00:00:00Z'
    await expect(signer.prepare({ ...wallet, bounds, validUntil })).rejects.toThrow(TypeError)
  })
})

describe('keys at rest', () => {
  test('the database holds no entropy, phrase or private key', async () => {
    const owner = await newWallet(signer)
    const phraseText = await exportedPhrase(owner)
    const { rows } = await admin.query(
      `select string_agg(t, ' ') as dump from (
         select row_to_json(w)::text as t from signer.wallet w
         union all select row_to_json(a)::text from signer.activity a
         union all select row_to_json(k)::text from signer.entity_key k) x`,
    )
    const dump: string = rows[0].dump
    expect(validateMnemonic(phraseText, wordlist)).toBe(true)
    expect(dump).not.toContain(phraseText)
    expect(dump).not.toContain(Buffer.from(mnemonicToEntropy(phraseText, wordlist)).toString('hex'))
  })

  test.each([
    ['sealed entropy', 'sealed_entropy'],
    ['data key', 'wrapped_data_key'],
  ])('the %s of another wallet does not open', async (_name, column) => {
    const [first, two] = [await newWallet(signer), await newWallet(signer)]
    await admin.query(
      `update signer.wallet set ${column} = (select ${column} from signer.wallet
         where wallet_id = $2) where wallet_id = $1`,
      [first.walletId, two.walletId],
    )
    const { activityId, result } = await prepareTransfer(first)
    const stamp = stampWithApiKey(value(result).payload, first.key)
    const { entityId } = first
    const executed = signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    await expect(executed).rejects.toThrow('unable to authenticate data')
  })

  test('a wallet moved to another entity does not sign for it', async () => {
    const [first, two] = [await newWallet(signer), await newWallet(signer)]
    for (const table of ['wallet', 'wallet_account']) {
      const sql = `update signer.${table} set entity_id = $1 where wallet_id = $2`
      await admin.query(sql, [two.entityId, first.walletId])
    }
    const { activityId, result } = await prepareTransfer({ ...two, address: first.address })
    const stamp = stampWithApiKey(value(result).payload, two.key)
    const { entityId } = two
    const executed = signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    await expect(executed).rejects.toThrow('unable to authenticate data')
  })

  test('an account whose stored path was changed signs nothing', async () => {
    const owner = await newWallet(signer)
    const { activityId, result } = await prepareTransfer(owner)
    const sql = `update signer.wallet_account set path = 'm/44''/60''/0''/0/9' where wallet_id = $1`
    await admin.query(sql, [owner.walletId])
    const stamp = stampWithApiKey(value(result).payload, owner.key)
    const { entityId } = owner
    const executed = signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    await expect(executed).rejects.toThrow('was changed')
  })
})

type TransferVector = Vector & {
  from: string
  privateKeyHex: string
  payloadToSign: string
  signedTransaction: string
}
type PhraseVector = Vector & { mnemonic: string; evm: { path: string; privateKeyHex: string } }

test('published transfers are signed to the byte, from their phrase through every layer of keys', async () => {
  const phrases = vectorFile<{ vectors: PhraseVector[] }>('wallet-derivation').vectors
  const transfers = vectorFile<{ vectors: TransferVector[] }>('evm-transfer').vectors
  const vault = openVault(deps)
  let signed = 0
  for (const transfer of transfers.filter(({ valid }) => valid)) {
    const phrase = phrases.find(
      ({ valid, evm }) => valid && evm.privateKeyHex === transfer.privateKeyHex,
    )
    if (!phrase) continue
    const entropy = new Uint8Array(mnemonicToEntropy(phrase.mnemonic, wordlist))
    const random = (length: number) => (length === 16 ? entropy.slice() : deps.random(length))
    const own = { ...vault, random }
    const result = await vault.inTransaction(async (tx) => {
      const entity = await openEntity(vault, tx, newId('ent'), partnerId)
      const account = { ...evmAccount(), path: phrase.evm.path } as const
      const input = { name: 'x', entropyLength: 16, accounts: [account] } as const
      const { walletId } = await createWallet(own, tx, entity, input as never)
      const wallet = await findWallet(tx, entity.entityId, walletId)
      const stored = await findEvmAccount(tx, entity.entityId, transfer.from)
      if (!wallet || !stored) throw new Error('not stored')
      return signWithAccount(vault, entity, wallet, stored, transfer.payloadToSign)
    })
    expect(result.signedTransaction).toBe(transfer.signedTransaction)
    signed += 1
  }
  expect(signed).toBeGreaterThan(0)
})

async function exportedPhrase(owner: Owner): Promise<string> {
  const target = generateP256KeyPair()
  const { walletId, entityId } = owner
  const exported = await run(signer, owner, 'ACTIVITY_TYPE_EXPORT_WALLET', {
    walletId,
    targetPublicKey: target.publicKeyUncompressed,
  })
  const opened = await openExportBundle(String(value(exported).result['exportBundle']), {
    recipient: target.privateKey,
    organizationId: entityId,
    signerPublicKey: await signer.exportPublicKey(),
  })
  return utf8Text(value(opened)) ?? ''
}

describe('export', () => {
  test('gives the phrase that leads to the wallet’s addresses, sealed to the person', async () => {
    const owner = await newWallet(signer)
    const phraseText = await exportedPhrase(owner)
    expect(phraseText.split(' ')).toHaveLength(12)
    const { deriveEvmKey } = await import('@corridor/signing')
    expect(deriveEvmKey(phraseText, "m/44'/60'/0'/0/0").address).toBe(owner.address)
  })

  test('the signing key is the same for every signer of one root key', async () => {
    const { createSigner } = await import('../index.ts')
    expect(await createSigner(deps).exportPublicKey()).toBe(await signer.exportPublicKey())
  })

  test('takes a target key once, and only a sound one', async () => {
    const owner = await newWallet(signer)
    const { walletId, entityId } = owner
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
    const parameters = { walletId, targetPublicKey }
    value(await run(signer, owner, 'ACTIVITY_TYPE_EXPORT_WALLET', parameters))
    for (const key of [targetPublicKey, generateP256KeyPair().publicKey]) {
      const prepared = await signer.prepare({
        activityId: newId('act'),
        entityId,
        partnerId,
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: { walletId, targetPublicKey: key },
      })
      expect(failure(prepared).code).toBe('PUBLIC_KEY_INVALID')
    }
  })
})
