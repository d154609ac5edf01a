import { isAddressEqual, recoverMessageAddress } from 'viem/utils'
import { createSiweMessage } from 'viem/siwe'
import { asHex } from '../port/hex.ts'

/** What a wallet is asked to sign, to prove whose it is. */
export type OwnershipText = {
  address: string
  /** Decimal, such as 31337. */
  chainId: string
  /** Where the service is reached, such as https://corridor.example. */
  baseUrl: string
  /** At least eight letters and digits that are used once. */
  nonce: string
  /** One line: who claims the wallet, and that nothing moves. */
  statement: string
  /** Names the attempt. */
  requestId: string
  issuedAt: Date
  expiresAt: Date
}

/** The text to sign by EIP-191 (`personal_sign`), in the layout of EIP-4361. */
export const ownershipText = (of: OwnershipText): string =>
  createSiweMessage({
    address: asHex(of.address),
    chainId: Number(of.chainId),
    domain: new URL(of.baseUrl).host,
    uri: of.baseUrl,
    nonce: of.nonce,
    statement: of.statement,
    requestId: of.requestId,
    issuedAt: of.issuedAt,
    expirationTime: of.expiresAt,
    version: '1',
  })

/** Whether the key of an address signed a text; false for what is no signature of 65 bytes in hex. */
export async function isSignedBy(
  address: string,
  { message, signature }: { message: string; signature: string },
): Promise<boolean> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return false
  try {
    const signer = await recoverMessageAddress({ message, signature: asHex(signature) })
    return isAddressEqual(signer, asHex(address))
  } catch {
    return false
  }
}
