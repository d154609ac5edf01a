import { deriveEvmKey, deriveSolanaKey, type DerivedKey } from '@corridor/signing'
import { itemsOf, membersOf } from '../base/json.ts'
import type { AddressFormat, Curve } from '../database/tables.ts'

/** Which key of a wallet an account is (signing-formats.md 9.1, 10.1). */
export type AccountParameters = {
  curve: Curve
  pathFormat: 'PATH_FORMAT_BIP32'
  path: string
  addressFormat: AddressFormat
}

type AccountKind = {
  curve: Curve
  addressFormat: AddressFormat
  path: RegExp
  derive: (seed: Uint8Array, path: string) => DerivedKey
}

const kinds: readonly AccountKind[] = [
  {
    curve: 'CURVE_SECP256K1',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    path: /^m\/44'\/60'\/0'\/0\/(0|[1-9]\d{0,9})$/,
    derive: deriveEvmKey,
  },
  {
    curve: 'CURVE_ED25519',
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
    path: /^m\/44'\/501'\/(0|[1-9]\d{0,9})'\/0'$/,
    derive: deriveSolanaKey,
  },
]
const INDEX_END = 2 ** 31
const ACCOUNTS_MAX = 20

/** Reads one account of a request, or gives the name of the member that is wrong. */
function readAccount(value: unknown): AccountParameters | { invalid: string } {
  const { curve, pathFormat, path, addressFormat } = membersOf(value)
  const kind = kinds.find((known) => known.curve === curve)
  if (!kind) return { invalid: 'curve' }
  if (kind.addressFormat !== addressFormat) return { invalid: 'addressFormat' }
  if (pathFormat !== 'PATH_FORMAT_BIP32') return { invalid: 'pathFormat' }
  if (typeof path !== 'string') return { invalid: 'path' }
  const index = kind.path.exec(path)?.[1]
  if (index === undefined || Number(index) >= INDEX_END) return { invalid: 'path' }
  return { curve: kind.curve, pathFormat, path, addressFormat: kind.addressFormat }
}

/** The key of an account; the caller overwrites it. */
export function deriveAccount(seed: Uint8Array, account: { curve: Curve; path: string }) {
  const kind = kinds.find(({ curve }) => curve === account.curve)
  if (!kind) throw new TypeError('The account has an unknown curve.')
  return kind.derive(seed, account.path)
}

/** Reads the `accounts` of a request; an empty list is allowed, more than 20 are not. */
export function readAccounts(value: unknown): AccountParameters[] | { invalid: string } {
  const items = itemsOf(value)
  if (!Array.isArray(value) || items.length > ACCOUNTS_MAX) return { invalid: 'accounts' }
  const accounts: AccountParameters[] = []
  for (const [index, item] of items.entries()) {
    const account = readAccount(item)
    if ('invalid' in account) return { invalid: `accounts.${index}.${account.invalid}` }
    accounts.push(account)
  }
  return accounts
}
