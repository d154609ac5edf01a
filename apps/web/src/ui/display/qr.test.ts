import { describe, expect, it } from 'vitest'
import { qrMatrix } from './qr.ts'

const rowsOf = (text: string) =>
  qrMatrix(text).map((line) =>
    Number.parseInt(line.map((dark) => (dark ? '1' : '0')).join(''), 2).toString(36),
  )

describe('a QR code', () => {
  // Made by the npm package qrcode 1.5.4 in byte mode at level M; rows as numbers to the base 36.
  it.each([
    [
      'an address: version 3, one block',
      '0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF',
      '8t5hmn 4il741 6gz9zx 6h663h 6gvb6l 4j45s1 8tz2pr 150xs 6lkmm4 60iunl 815t6q 5h1bl 2vurhq 2z9vf9 6mai6a 4n0kya 8pqvpr 5brxmd 4yftlk 5uk3si 6ly8se 10o49 8toq5a 4j4xej 6hatpv 6h93mz 6h926y 4iimka 8ud68g',
    ],
    [
      'two bytes a letter: version 4, two blocks',
      'ö'.repeat(31),
      '3wzok8v 20cy3i9 2viabml 2vqbtr1 2voba71 20nnyv5 3xbl6yn c8zk0 2xnfwjg 3isco3j z5xtzl po73f 1h67k9w 2esm2u7 o32d9t 310cea3 6msa90 2oexjis 3ux5bjv 1usnjnl 3og5syi 2o1mg50 2iwkw0r 2sv4rfl 2g5j0fv afj8f 3x508r5 20k4k63 2vip14k 2vpro7z 2vlm50w 206t5aw 3xeyo6e',
    ],
  ])('is module for module that of another maker: %s', (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows.split(' '))
  })

  it('takes 106 bytes and says that more do not fit', () => {
    expect(qrMatrix('Z'.repeat(106))).toHaveLength(41)
    expect(() => qrMatrix('Z'.repeat(107))).toThrow(RangeError)
  })
})
