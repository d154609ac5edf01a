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
  return pngOf(1, 1, deflateSync(Buffer.from([0, 0x80])), mark)
}

/** Black and white, a bit a pixel. */
export function pngOf(width: number, height: number, packed: Buffer, mark = ''): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${mark}`)),
    chunk('IDAT', packed),
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

/** Beyond the picture's start: a comment. */
function jpeg(mark: string): Buffer {
  const text = Buffer.from(mark)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text])
  return Buffer.concat([pictures.jpeg.subarray(0, 2), comment, pictures.jpeg.subarray(2)])
}

/** Behind the picture: a chunk that no reader knows (RFC 9649 2.7). */
function webp(mark: string): Buffer {
  const text = Buffer.from(mark.padEnd(mark.length + (mark.length % 2)))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length)
  const content = Buffer.concat([pictures.webp, Buffer.from('MARK'), size, text])
  content.writeUInt32LE(content.length - 8, 4)
  return content
}

/** Behind the picture: free space (ISO/IEC 14496-12, 8.1.2). */
function heic(mark: string): Buffer {
  const text = Buffer.from(mark)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(text.length + 8)
  return Buffer.concat([pictures.heic, size, Buffer.from('free'), text])
}

/** 16 by 8 pixels, red on the left and blue on the right. */
const pictures = {
  jpeg: fromBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX',
    'RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAA',
    'AAQF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAQF/8QAGREAAgMBAAAAAAAAAAAA',
    'AAAAAAVCgcFD/9oADAMBAAIRAxEAPwDPQgWmnWlN5zvD/9k=',
  ),
  webp: fromBase64(
    'UklGRjgAAABXRUJQVlA4ICwAAACQAQCdASoQAAgAAsBMJaACdLoAA5gA/u0h/gP/61fuWPvpB/9cA2f/QdTAAA==',
  ),
  heic: fromBase64(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA',
    'AAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAACAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHQAAEA',
    'AAAAAAAATAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAV',
    'aW5mZQIAAAAAAgAAZ3JpZAAAAADXaXBycAAAALVpcGNvAAAAdWh2Y0MBBAgAAAAAAAAAAAAe8AD8/fr6AAAPAyAA',
    'AQAXQAEMAf//BAgAAAMAnbgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ24AAADAAAeoCCBBNluqumubgQEDAgAAAMA',
    'CAAAAwAIQCIAAQAGRAHBc8GJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAQAAAACAAAABBwaXhp',
    'AAAAAAMKCgoAAAAaaXBtYQAAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAAVG1k',
    'YXQAAABIKAGvC0hqyhL1/QPxZ4DXfNiNOU1rhfm33H9oYFQf7/6ye76f6Dy8fBatcO1FgU4KSQ+2gMAewgALwDao',
    'aWakucBPMSC0P/8C',
  ),
}

function fromBase64(...lines: string[]): Buffer {
  return Buffer.from(lines.join(''), 'base64')
}
