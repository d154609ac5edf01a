import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pngOf, sampleFiles } from './files.ts'

/** Bytes of a text in Latin-1. */
export const latin = (text: string) => Buffer.from(text, 'latin1')

type Hand = {
  box?: string
  kids?: string
  count?: number
  page?: string
  more?: string
  trailer?: string
}

/** A PDF as a person writes it: no table of offsets, and what is asked for besides. */
export const handPdf = ({
  box = '[0 0 3 3]',
  kids = '[3 0 R]',
  count = 1,
  page = '',
  more = '',
  trailer = '',
}: Hand = {}) =>
  `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj ` +
  `2 0 obj<</Type/Pages/Kids${kids}/Count ${count}>>endobj ` +
  `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox${box}${page}>>endobj ${more} ` +
  `trailer<</Root 1 0 R${trailer}>>`

export const streamObject = (id: number, dictionary: string, content: Buffer | string) =>
  `${id} 0 obj<<${dictionary}/Length ${content.length}>>stream\n${
    typeof content === 'string' ? content : content.toString('latin1')
  }\nendstream endobj `

/** Spaces that are packed twice: a gigabyte in two kilobytes. */
export const packedTwice = (bytes: number) => deflateSync(deflateSync(Buffer.alloc(bytes, 0x20)))

/** An encrypted page (ISO 32000-1, 7.6.3, revision 2), which this password opens. */
export function encryptedPdf(password: string): string {
  const filler = Buffer.from(
    '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
    'hex',
  )
  const padded = (text: string) => Buffer.concat([latin(text), filler]).subarray(0, 32)
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(padded(password), owner, rights, Buffer.from([0])).subarray(0, 5)
  const entries = `/O<${owner.toString('hex')}>/U<${rc4(key, filler).toString('hex')}>`
  const more = `5 0 obj<</Filter/Standard/V 1/R 2${entries}/P -4>>endobj`
  return handPdf({ more, trailer: '/Encrypt 5 0 R/ID[<00><00>]' })
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const at = (i: number) => state[i & 255] ?? 0
  const swap = (i: number, j: number) => {
    const kept = at(i)
    state[i & 255] = at(j)
    state[j & 255] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j += at(i) + (key[i % key.length] ?? 0)
    swap(i, j)
  }
  let j = 0
  return data.map((byte, index) => {
    const i = index + 1
    j += at(i)
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  }) as Buffer
}

/** A PNG of one grey colour that takes little room. */
export const largePng = (width: number, height: number) =>
  pngOf(width, height, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }))

/** A photograph that says how the camera was held (EXIF 2.3, tag 0x0112). */
export function turnedJpeg(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const content = Buffer.concat([latin('Exif\0\0'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  const jpeg = sampleFiles['image/jpeg']('turned')
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
