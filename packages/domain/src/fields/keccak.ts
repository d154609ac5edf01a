/**
 * Keccak-256 of one block, which is all that the checksum of an address needs. No library: the
 * domain runs in the browser's forms, where curves and hashes of signing have no place.
 */

const lane = (1n << 64n) - 1n
const rate = 136

const rotate = (value: bigint, by: number): bigint =>
  ((value << BigInt(by)) | (value >> BigInt(64 - by))) & lane

type Round = { constant: bigint; lane: number; turn: number }

/** The round constants and the walk of rho and pi, as FIPS 202 derives them. */
const rounds: readonly Round[] = (() => {
  const made: Round[] = []
  let [state, x, y] = [1n, 1, 0]
  for (let round = 0; round < 24; round += 1) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    let constant = 0n
    for (let bit = 0n; bit < 7n; bit += 1n) {
      state = ((state << 1n) ^ ((state >> 7n) * 0x71n)) & 0xffn
      if (state & 2n) constant ^= 1n << ((1n << bit) - 1n)
    }
    made.push({ constant, lane: 5 * y + x, turn: (((round + 1) * (round + 2)) / 2) % 64 })
  }
  return made
})()

const at = (state: BigUint64Array, index: number): bigint => state[index] ?? 0n

function permute(state: BigUint64Array): void {
  for (const { constant } of rounds) {
    const column = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(state, x + y), 0n),
    )
    for (let index = 0; index < 25; index += 1) {
      const x = index % 5
      state[index] =
        at(state, index) ^ (column[(x + 4) % 5] ?? 0n) ^ rotate(column[(x + 1) % 5] ?? 0n, 1)
    }
    let moved = at(state, 1)
    for (const step of rounds) {
      const next = at(state, step.lane)
      state[step.lane] = rotate(moved, step.turn)
      moved = next
    }
    for (let y = 0; y < 25; y += 5) {
      const row = state.slice(y, y + 5)
      for (let x = 0; x < 5; x += 1) {
        state[y + x] = at(row, x) ^ (~at(row, (x + 1) % 5) & lane & at(row, (x + 2) % 5))
      }
    }
    state[0] = at(state, 0) ^ constant
  }
}

const littleEndian = (value: bigint): string =>
  (value.toString(16).padStart(16, '0').match(/../gu) ?? []).toReversed().join('')

/** Keccak-256 (as Ethereum uses it, not SHA3) of ASCII text shorter than 136 characters, in hex. */
export function keccak256(text: string): string {
  if (text.length >= rate) throw new Error(`One block holds less than ${rate} characters`)
  const state = new BigUint64Array(25)
  const put = (byte: number, position: number): void => {
    const index = Math.floor(position / 8)
    state[index] = at(state, index) ^ (BigInt(byte) << BigInt((position % 8) * 8))
  }
  for (const [position, character] of text.split('').entries()) {
    put(character.charCodeAt(0), position)
  }
  put(0x01, text.length)
  put(0x80, rate - 1)
  permute(state)
  return Array.from(state.slice(0, 4), littleEndian).join('')
}
