// How a call that does not verify was signed: with which key, over what, and in which form.
import { type Bytes, fromBase64Url, hexToBytes, utf8 } from '@corridor/signing'
import {
  decodeSecret,
  type GivenHeaders,
  isSignedBy,
  readSecret,
  readSignatures,
  signedBytes,
} from './parts.ts'
import { rewritesOf } from './rewrites.ts'

/** A way in which something may have been made; `flaw` is '' for the right one. */
type Guess<T> = { flaw: string; value: T }

/** Which of the secrets signed, and what is wrong with each part; '' for nothing. */
export type Found = {
  secret: number
  key: string
  body: string
  content: string
  signature: string
}

/** Tries the right way first, then every usual mistake with key, body, content and signature. */
export async function searchSigning(
  secrets: readonly string[],
  given: GivenHeaders,
  body: Uint8Array,
): Promise<Found | undefined> {
  const rewrites = rewritesOf(body)
  const signatures = signaturesOf(given['webhook-signature'])
  const keys = secrets.flatMap((secret, at) => keysOf(secret).map((key) => ({ ...key, at })))
  const tries = keys.flatMap((key) =>
    rewrites.flatMap((rewrite) =>
      contentsOf(given, rewrite.body).flatMap((content) =>
        signatures.map((signature) => ({ key, rewrite, content, signature })),
      ),
    ),
  )
  const flawsOf = ({ key, rewrite, content, signature }: (typeof tries)[number]) =>
    [key, rewrite, content, signature].filter(({ flaw }) => flaw !== '').length
  for (const guess of tries.toSorted((a, b) => flawsOf(a) - flawsOf(b))) {
    const { key, rewrite, content, signature } = guess
    if (!(await isSignedBy(key.value, [signature.value], content.value))) continue
    const flaws = { key: key.flaw, body: rewrite.flaw, content: content.flaw }
    return { secret: key.at, ...flaws, signature: signature.flaw }
  }
  return undefined
}

function keysOf(secret: string): Guess<Bytes>[] {
  const right = readSecret(secret)
  const bare = secret.trim().replace(/^whsec_/, '')
  const decoded = decodeSecret(bare) ?? fromBase64Url(bare)
  const asText = 'The signature was made with the text of the secret as key'
  const guesses = [
    ...(right.ok ? [{ flaw: '', value: right.value }] : []),
    ...(decoded ? [{ flaw: 'But for its form it is the right one.', value: decoded }] : []),
    { flaw: `${asText}; the key is what its base64 stands for.`, value: utf8(secret) },
    {
      flaw: `${asText}, without whsec_; the key is what its base64 stands for.`,
      value: utf8(bare),
    },
  ]
  return guesses.filter(({ value }) => value.length > 0)
}

function contentsOf(given: GivenHeaders, body: Uint8Array): Guess<Bytes>[] {
  const right = signedBytes(given, body)
  const idBytes = utf8(`${given['webhook-id']}.`).length
  const stampBytes = right.length - body.length
  return [
    { flaw: '', value: right },
    { flaw: 'It was made over timestamp and body, without the id.', value: right.slice(idBytes) },
    { flaw: 'It was made over the body alone.', value: right.slice(stampBytes) },
  ]
}

function signaturesOf(header: string): Guess<Bytes>[] {
  return header.split(' ').flatMap((entry) => {
    const [right] = readSignatures(entry)
    if (right) return [{ flaw: '', value: right }]
    const [, version, text = ''] = /^(v1,|sha256=|)(.*)$/s.exec(entry) ?? []
    const isHex = /^[0-9a-f]{64}$/i.test(text)
    const value = isHex ? hexToBytes(text.toLowerCase()) : fromBase64Url(text)
    if (value?.length !== 32) return []
    const form = isHex ? 'It is in hex' : 'It is not padded base64'
    const flaw = version === 'v1,' ? `${form}; v1 takes base64.` : 'It lacks its version, v1.'
    return [{ flaw, value }]
  })
}
