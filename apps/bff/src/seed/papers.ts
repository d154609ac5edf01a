import { crc32, deflateSync } from 'node:zlib'

/** A page of plain text as PDF, so that a reviewer of the sandbox has something to look at. */
export function specimenPdf(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line) => `(${ascii(line)}) Tj 0 -22 Td`).join('\n')
  const content = `BT /F1 14 Tf 48 360 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`)
  const head = '%PDF-1.4\n'
  const offsets = objects.map(
    (_, i) => head.length + objects.slice(0, i).reduce((sum, item) => sum + item.length, 0),
  )
  const end = head.length + objects.reduce((sum, item) => sum + item.length, 0)
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  const text = `${head}${objects.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

/** Letters without their marks: the page's font has no others. */
const ascii = (line: string) =>
  line
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[\\()]/g, String.raw`\$&`)

const width = 96
const height = 60

/** A small picture of one colour with a frame, in place of a photographed card. */
export function specimenPng([red, green, blue]: readonly [number, number, number]): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => {
    const pixels = Array.from({ length: width }, (__, x) => {
      const isFrame = x < 3 || y < 3 || x >= width - 3 || y >= height - 3
      return isFrame ? [40, 40, 40] : [red, green, blue]
    })
    // Each row begins with its filter, which is none.
    return Buffer.from([0, ...pixels.flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
