import { concat, utf8Text, type Bytes } from '../base/encoding.ts'

/** The part of CBOR that WebAuthn uses: definite lengths, integers up to 2^53, no tags, no floats. */
export type CborValue = number | string | boolean | null | Bytes | CborValue[] | CborMap
export type CborMap = ReadonlyMap<number | string, CborValue>

type Read<T> = { value: T; end: number }

const DEPTH_MAX = 8

/** One item at an offset and where it ends, or undefined when it is malformed or outside the subset. */
export function readCbor(bytes: Uint8Array, start = 0, depth = 0): Read<CborValue> | undefined {
  if (depth > DEPTH_MAX) return undefined
  const head = readHead(bytes, start)
  if (!head) return undefined
  const { major, argument, end } = head
  switch (major) {
    case 0:
      return { value: argument, end }
    case 1:
      return { value: -1 - argument, end }
    case 2:
    case 3:
      return readString(bytes, end, argument, major)
    case 4:
      return readItems(bytes, end, argument, depth)
    case 5:
      return readMap(bytes, end, argument, depth)
    case 7:
      return readSimple(argument, end)
    default:
      return undefined
  }
}

/** The map that fills all of `bytes`, or undefined. */
export function readCborMap(bytes: Uint8Array): CborMap | undefined {
  const read = readCbor(bytes)
  return read?.value instanceof Map && read.end === bytes.length ? read.value : undefined
}

function readHead(bytes: Uint8Array, start: number) {
  const first = bytes[start]
  if (first === undefined) return undefined
  const major = first >> 5
  const short = first & 0x1f
  if (short < 24) return { major, argument: short, end: start + 1 }
  if (short > 27 || major === 7) return undefined

  const length = 1 << (short - 24)
  const end = start + 1 + length
  if (end > bytes.length) return undefined
  const argument = bytes.subarray(start + 1, end).reduce((total, byte) => total * 256 + byte, 0)
  return Number.isSafeInteger(argument) ? { major, argument, end } : undefined
}

function readString(bytes: Uint8Array, start: number, length: number, major: 2 | 3) {
  const end = start + length
  if (end > bytes.length) return undefined
  const content = concat(bytes.subarray(start, end))
  const value = major === 2 ? content : utf8Text(content)
  return value === undefined ? undefined : { value, end }
}

function readItems(bytes: Uint8Array, start: number, count: number, depth: number) {
  const value: CborValue[] = []
  let end = start
  for (let index = 0; index < count; index++) {
    const item = readCbor(bytes, end, depth + 1)
    if (!item) return undefined
    value.push(item.value)
    end = item.end
  }
  return { value, end }
}

function readMap(bytes: Uint8Array, start: number, count: number, depth: number) {
  const items = readItems(bytes, start, count * 2, depth)
  if (!items) return undefined
  const value = new Map<number | string, CborValue>()
  for (let index = 0; index < items.value.length; index += 2) {
    const key = items.value[index]
    const entry = items.value[index + 1]
    if (typeof key !== 'number' && typeof key !== 'string') return undefined
    if (entry === undefined || value.has(key)) return undefined
    value.set(key, entry)
  }
  return { value, end: items.end }
}

function readSimple(argument: number, end: number): Read<CborValue> | undefined {
  const simple = new Map<number, CborValue>([
    [20, false],
    [21, true],
    [22, null],
  ]).get(argument)
  return simple === undefined ? undefined : { value: simple, end }
}
