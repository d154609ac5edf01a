import { isAddress, signTransaction, toChecksumAddress } from '@corridor/signing/evm'
import type { Selectable } from 'kysely'
import { deriveAccount, type AccountParameters } from './accounts.ts'
import { withSecret } from '../base/bytes.ts'
import type { LockedEntity } from '../credentials/credentials.ts'
import { KEY_VERSION, sealEntropy, withEntropy } from '../vault/keys.ts'
import { seedFromEntropy } from './mnemonic.ts'
import type { Tables } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'

export type Wallet = Selectable<Tables['signer.wallet']>
export type WalletAccount = Selectable<Tables['signer.wallet_account']>

export type AccountView = {
  accountId: string
  address: string
  curve: string
  pathFormat: string
  path: string
  addressFormat: string
}
export type WalletView = {
  walletId: string
  walletName: string
  createdAt: string
  accounts: AccountView[]
}

/** A wallet of fresh entropy (16 bytes give 12 words, 32 give 24) and its first accounts. */
export async function createWallet(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  input: { name: string; entropyLength: 16 | 32; accounts: readonly AccountParameters[] },
): Promise<{ walletId: string; accounts: AccountView[] }> {
  const walletId = vault.ids('wal')
  return withSecret(vault.random(input.entropyLength), async (entropy) => {
    await tx
      .insertInto('signer.wallet')
      .values({
        wallet_id: walletId,
        entity_id: entity.entityId,
        name: input.name,
        version: KEY_VERSION,
        created_at: entity.now,
        ...(await sealEntropy(vault, entity.key, walletId, entropy)),
      })
      .execute()
    const accounts = await addAccounts(vault, tx, entity, walletId, entropy, input.accounts)
    return { walletId, accounts }
  })
}

/** Further accounts of a wallet, in the order asked for. */
export function createAccounts(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  wallet: Wallet,
  accounts: readonly AccountParameters[],
): Promise<AccountView[]> {
  return withEntropy(vault, entity.key, wallet, (entropy) =>
    addAccounts(vault, tx, entity, wallet.wallet_id, entropy, accounts),
  )
}

export function findWallet(tx: Tx, entityId: string, walletId: string) {
  return tx
    .selectFrom('signer.wallet')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
}

/** The entity's account of an EVM address in any spelling. */
export async function findEvmAccount(tx: Tx, entityId: string, address: string) {
  if (!isAddress(address)) return undefined
  return tx
    .selectFrom('signer.wallet_account')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('address', '=', toChecksumAddress(address))
    .executeTakeFirst()
}

/** The entity's wallet that holds such an account. */
export async function findWalletOf(tx: Tx, entityId: string, address: string) {
  if (!isAddress(address)) return undefined
  return tx
    .selectFrom('signer.wallet as wallet')
    .innerJoin('signer.wallet_account as account', 'account.wallet_id', 'wallet.wallet_id')
    .selectAll('wallet')
    .where('wallet.entity_id', '=', entityId)
    .where('account.entity_id', '=', entityId)
    .where('account.address', '=', toChecksumAddress(address))
    .executeTakeFirst()
}

/**
 * Signs an unsigned transfer with an account's key, derived for this call and overwritten.
 * @throws when the stored path does not lead to the stored address.
 */
export function signWithAccount(
  vault: Vault,
  entity: LockedEntity,
  wallet: Wallet,
  account: WalletAccount,
  unsignedTransaction: string,
): Promise<{ signedTransaction: string; transactionHash: string }> {
  return withEntropy(vault, entity.key, wallet, async (entropy) =>
    withSecret(await seedFromEntropy(entropy), (seed) => {
      const key = deriveAccount(seed, account)
      return withSecret(key.privateKey, (privateKey) => {
        if (key.address !== account.address) {
          throw new Error(`The record of account ${account.account_id} was changed.`)
        }
        const { raw, hash } = signTransaction(unsignedTransaction, privateKey)
        return { signedTransaction: raw, transactionHash: hash }
      })
    }),
  )
}

/** An entity's wallets with their accounts, oldest first. */
export async function listWallets(vault: Vault, entityId: string): Promise<WalletView[]> {
  return vault.inSnapshot(async (tx) => {
    const wallets = await tx
      .selectFrom('signer.wallet')
      .select(['wallet_id', 'name', 'created_at'])
      .where('entity_id', '=', entityId)
      .orderBy('created_at')
      .orderBy('wallet_id')
      .execute()
    const accounts = await tx
      .selectFrom('signer.wallet_account')
      .selectAll()
      .where('entity_id', '=', entityId)
      .orderBy('created_at')
      .orderBy('account_id')
      .execute()
    return wallets.map((wallet) => ({
      walletId: wallet.wallet_id,
      walletName: wallet.name,
      createdAt: wallet.created_at.toISOString(),
      accounts: accounts
        .filter((account) => account.wallet_id === wallet.wallet_id)
        .map(accountView),
    }))
  })
}

async function addAccounts(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  walletId: string,
  entropy: Uint8Array,
  accounts: readonly AccountParameters[],
): Promise<AccountView[]> {
  if (accounts.length === 0) return []
  const rows = await withSecret(await seedFromEntropy(entropy), (seed) =>
    accounts.map((account) => ({
      account_id: vault.ids('wac'),
      wallet_id: walletId,
      entity_id: entity.entityId,
      curve: account.curve,
      path_format: account.pathFormat,
      path: account.path,
      address_format: account.addressFormat,
      address: addressOf(seed, account),
      created_at: entity.now,
    })),
  )
  await tx.insertInto('signer.wallet_account').values(rows).execute()
  return rows.map(accountView)
}

function addressOf(seed: Uint8Array, account: AccountParameters): string {
  const { privateKey, address } = deriveAccount(seed, account)
  privateKey.fill(0)
  return address
}

function accountView(row: Omit<WalletAccount, 'created_at'>): AccountView {
  return {
    accountId: row.account_id,
    address: row.address,
    curve: row.curve,
    pathFormat: row.path_format,
    path: row.path,
    addressFormat: row.address_format,
  }
}
