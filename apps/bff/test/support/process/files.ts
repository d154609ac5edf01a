import { deflateSync, crc32 } from 'node:zlib'

/** Small files of each type that is taken, whole and valid; `mark` makes their content differ. */
export const sampleFiles = {
  'application/pdf': pdf,
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/heic': heic,
}
export type SampleMime = keyof typeof sampleFiles

/** A file as JSON carries it. */
export function fileInput(
  mime: SampleMime = 'application/pdf',
  mark = '1',
  fileName = 'paper.pdf',
) {
  return { fileName, mime, contentBase64: sampleFiles[mime](mark).toString('base64') }
}

function pdf(mark: string): Buffer {
  return Buffer.from(
    `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n% ${mark}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>endobj\n' +
      'trailer<</Root 1 0 R>>\n%%EOF\n',
    'latin1',
  )
}

function png(mark: string): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(1, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${mark}`)),
    chunk('IDAT', deflateSync(Buffer.from([0, 0x7f]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Start, JFIF header, comment and end of image: what identifies the type, and no picture. */
function jpeg(mark: string): Buffer {
  const comment = Buffer.from(mark)
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    Buffer.from('ffd9', 'hex'),
  ])
}

function webp(mark: string): Buffer {
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), Buffer.from(mark.padEnd(8))])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

function heic(mark: string): Buffer {
  return Buffer.concat([
    Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    Buffer.from('mif1'),
    Buffer.from(mark.padEnd(16)),
  ])
}
