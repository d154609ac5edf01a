/** Prefixes of ids (operations.md, part 1); the text after them is the same everywhere. */
export type IdPrefix =
  | 'par'
  | 'ent'
  | 'acc'
  | 'fund'
  | 'exec'
  | 'cexec'
  | 'tele'
  | 'dep'
  | 'rsv'
  | 'rq'
  | 'ltx'
  | 'rpl'
  | 'evt'
  | 'dlv'
  | 'wal'
  | 'wac'
  | 'pk'
  | 'act'
  | 'auth'
  | 'ses'
  | 'jur'
  | 'req'
  | 'msg'
  | 'mem'
  | 'key'
  | 'doc'
  | 'rfi'
  | 'sub'
  | 'note'
  | 'link'
  | 'exp'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const separatorOf = (prefix: IdPrefix) => (prefix === 'cexec' ? '-' : '_')

/** `ent_` and 26 Crockford base-32 characters of a UUID's 128 bits. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = (alphabet[Number(bits & 31n)] ?? '') + text
    bits >>= 5n
  }
  return prefix + separatorOf(prefix) + text
}

/** The UUID of a written id, or undefined where the text is no such id. */
export function parseId(prefix: IdPrefix, text: string): string | undefined {
  const start = prefix + separatorOf(prefix)
  if (!text.startsWith(start) || text.length !== start.length + 26) return undefined
  let bits = 0n
  for (const character of text.slice(start.length)) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    bits = (bits << 5n) | BigInt(digit)
  }
  if (bits >> 128n) return undefined
  const hex = bits.toString(16).padStart(32, '0')
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-')
}
