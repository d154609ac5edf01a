import { timingSafeEqual } from 'node:crypto'
import { concat, utf8 } from '@corridor/signing'

export type Field = Uint8Array | string | number | boolean | Date | null | undefined

const ABSENT = Uint8Array.of(0xff, 0xff, 0xff, 0xff)

/**
 * Fields one after another, each behind its four-byte length, so that no two lists of fields give
 * the same bytes. An absent field has a length no real one can have.
 */
export function encodeFields(fields: readonly Field[]): Uint8Array {
  return concat(...fields.flatMap(encodeField))
}

function encodeField(field: Field): Uint8Array[] {
  if (field === null || field === undefined) return [ABSENT]
  const bytes = field instanceof Uint8Array ? field : utf8(textOf(field))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return [length, bytes]
}

function textOf(field: string | number | boolean | Date): string {
  return field instanceof Date ? field.toISOString() : String(field)
}

/** Constant-time comparison; the lengths are not secret. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Runs `work` with a secret and overwrites the secret whatever the outcome. */
export async function withSecret<T>(
  secret: Uint8Array,
  work: (secret: Uint8Array) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(secret)
  } finally {
    secret.fill(0)
  }
}
