import { t } from '../../../messages/text.ts'

export type Proof = { transactionHash: string; base64Signature: string }
export type ProofProblems = Partial<Record<keyof Proof, string>>

/** What was typed, as the service takes it, or what is wrong with each field. */
export function readProof(
  typed: Proof,
): { ok: true; proof: Proof } | { ok: false; problems: ProofProblems } {
  const transactionHash = readHash(typed.transactionHash)
  const base64Signature = readSignature(typed.base64Signature)
  if (transactionHash && base64Signature) {
    return { ok: true, proof: { transactionHash, base64Signature } }
  }
  const problems: ProofProblems = {}
  if (!transactionHash) {
    problems.transactionHash = t('A transaction hash: 0x and 64 hexadecimal digits')
  }
  if (!base64Signature) {
    problems.base64Signature = t('A signature of 65 bytes, as Base64 or as 0x and 130 digits')
  }
  return { ok: false, problems }
}

function readHash(text: string): string | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]
  return digits && `0x${digits.toLowerCase()}`
}

const signatureBytes = 65

/** Wallets give hexadecimal digits, the service takes Base64: either is right here. */
function readSignature(text: string): string | undefined {
  const plain = text.replaceAll(/\s/g, '')
  const digits = /^(?:0x)?([0-9a-f]{130})$/i.exec(plain)?.[1]
  if (digits) {
    const bytes = digits.match(/../g) ?? []
    return btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))
  }
  return isBase64(plain) ? plain : undefined
}

function isBase64(text: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return false
  return atob(text).length === signatureBytes
}
