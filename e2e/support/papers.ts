import { randomBytes } from 'node:crypto'

type Paper = { name: string; mimeType: string; buffer: Buffer }

/** A picture of one pixel, and as many bytes behind it as it is to have. */
export function aPicture(name: string, bytes = 0): Paper {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const buffer = Buffer.concat([Buffer.from(pixel, 'base64'), randomBytes(bytes)])
  return { name, mimeType: 'image/png', buffer }
}

/** A document of one empty page. */
export function aDocument(name: string): Paper {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  const text = `%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

/** The first bytes of a program, whatever its name says. */
export function aProgram(name: string): Paper {
  const buffer = Buffer.concat([Buffer.from('\u007fELF', 'latin1'), randomBytes(60)])
  return { name, mimeType: 'image/png', buffer }
}
