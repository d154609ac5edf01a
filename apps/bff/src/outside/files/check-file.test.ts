import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFiles, type SampleMime } from '../../../test/support/process/files.ts'
import { openerOfWorker } from '../../../test/support/process/opener.ts'
import { checkFile, cleanName } from './check-file.ts'

const types = Object.keys(sampleFiles) as SampleMime[]
const rules = { maxBytes: 2_000, mime: types }
const check = (mime: string, content: Buffer | string, fileName = 'a.pdf') =>
  checkFile(
    openerOfWorker(),
    'partner',
    {
      fileName,
      mime,
      contentBase64: typeof content === 'string' ? content : content.toString('base64'),
    },
    rules,
  )
const pdf = sampleFiles['application/pdf']('x')
const png = sampleFiles['image/png']('x')
const jpeg = sampleFiles['image/jpeg']('x')
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)))

describe('a file that is what it says it is passes', () => {
  test.each(types)('%s', async (mime) => {
    const content = sampleFiles[mime]('y')
    expect(await check(mime, content, 'Scan 1.pdf')).toEqual({
      ok: true,
      value: {
        bytes: new Uint8Array(content),
        mime,
        fileName: 'Scan 1.pdf',
        opened: { pages: 1, previews: [expect.anything()] },
      },
    })
  })
  test('its type may be written with parameters and capitals', async () => {
    expect((await check('Application/PDF; name=a', pdf)).ok).toBe(true)
  })
  test('bytes that look like an archive by chance do no harm', async () => {
    const chance = joined(pdf, 'PK\u0005\u0006', Buffer.alloc(40, 0xee))
    expect((await check('application/pdf', chance)).ok).toBe(true)
  })
  test('a file of exactly the largest size passes, one byte more does not', async () => {
    const fill = (size: number) => joined(pdf, Buffer.alloc(size - pdf.length, 0x20))
    expect((await check('application/pdf', fill(2_000))).ok).toBe(true)
    expect(await check('application/pdf', fill(2_001))).toMatchObject({
      failure: { message: expect.stringContaining('larger'), allowed: ['at most 2000 bytes'] },
    })
  })
})

const archive = joined('PK\u0003\u0004', Buffer.alloc(26), 'PK\u0005\u0006', Buffer.alloc(18))
const html = '<!DOCTYPE html><script>alert(1)</script>'

describe('a disguised file is refused as FIELD_INVALID, with what is allowed', () => {
  const cases: [string, string, Buffer][] = [
    ['a program as PDF', 'application/pdf', joined('MZ', Buffer.alloc(62), 'PE\0\0')],
    ['a program of Linux as PNG', 'image/png', joined('\u007fELF', Buffer.alloc(60))],
    ['a page as PDF', 'application/pdf', joined(html)],
    ['a page before a PDF', 'application/pdf', joined(html, pdf)],
    ['a PDF after a byte order mark', 'application/pdf', joined('\ufeff', pdf)],
    ['a PDF after a tag of music', 'application/pdf', joined('ID3\u0004\0\0\0\0\0\0', pdf)],
    ['a page in the head of a PDF', 'application/pdf', joined('%PDF-1.4\n', html, pdf)],
    ['a page in the comment of a JPEG', 'image/jpeg', sampleFiles['image/jpeg'](html)],
    ['a script in the text of a PNG', 'image/png', sampleFiles['image/png']('<script>')],
    [
      'a drawing with scripts as PNG',
      'image/png',
      joined('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      'an animation with a script',
      'image/png',
      joined('GIF89a/*', Buffer.alloc(20), '*/=1;alert(1)'),
    ],
    ['a PDF that is an archive too', 'application/pdf', joined(pdf, archive)],
    ['a PNG that is an archive too', 'image/png', joined(png, archive)],
    [
      'an archive with a comment',
      'image/png',
      joined(png, archive.subarray(0, -2), Buffer.from([3, 0]), 'abc'),
    ],
    ['an archive as PDF', 'application/pdf', archive],
    ['a packed file as PDF', 'application/pdf', gzipSync(pdf)],
    ['a JPEG as PNG', 'image/png', jpeg],
    ['a PNG as PDF', 'application/pdf', png],
    ['text as PDF', 'application/pdf', joined('just text')],
    ['a part of the signature', 'image/png', png.subarray(0, 7)],
    ['no signature of the version', 'application/pdf', joined('%PDF')],
  ]
  test.each(cases)('%s', async (_, mime, content) => {
    expect(await check(mime, content)).toEqual({
      ok: false,
      failure: {
        code: 'FIELD_INVALID',
        message: expect.stringContaining('The content of the file is not'),
        allowed: types,
      },
    })
  })

  test.each(['text/html', 'image/svg+xml', 'image/gif', 'application/x-msdownload', '', 'pdf'])(
    'a type that is not taken: %s',
    async (mime) => {
      expect(await check(mime, pdf)).toMatchObject({
        ok: false,
        failure: { code: 'FIELD_INVALID', allowed: types },
      })
    },
  )

  test('nothing but the five types passes, whatever comes behind a signature or before it', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (before) => {
        const content = joined(Buffer.from(before), pdf)
        const outcome = await check('application/pdf', content)
        expect(outcome.ok).toBe(content.subarray(0, 5).toString('latin1') === '%PDF-')
      }),
    ))
})

describe('content that is not strict base64 is refused', () => {
  const good = pdf.toString('base64')
  test.each([
    ['a space', `${good.slice(0, 8)} ${good.slice(8)}`],
    ['a line end', `${good}\n`],
    ['no padding', 'JVBERi0xLg'],
    ['padding in the middle', `JVBERi0xLg==${good}`],
    ['loose bits', 'JVBERi0xLh=='.replace('Lh', 'Li')],
    ['the alphabet of addresses', Buffer.from([0xfb, 0xff, 0xfe]).toString('base64url')],
    ['a data address', `data:application/pdf;base64,${good}`],
    ['no base64 at all', 'é!'],
  ])('%s', async (_, text) => {
    expect(await check('application/pdf', text)).toMatchObject({
      ok: false,
      failure: { code: 'FIELD_INVALID', message: expect.stringContaining('base64') },
    })
  })
  test('an empty file is refused', async () => {
    expect(await check('application/pdf', '')).toMatchObject({
      failure: { code: 'FIELD_INVALID', message: 'The file is empty.' },
    })
  })
  test('a text of 24 million letters is refused without being decoded', async () => {
    expect(await check('application/pdf', 'A'.repeat(24_000_000))).toMatchObject({
      failure: { message: expect.stringContaining('larger') },
    })
  })
})

describe('names', () => {
  test.each([
    ['passport.pdf', 'passport.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\scan.png', 'scan.png'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
    ['exe.\u202efdp', 'exe.fdp'],
    ['.htaccess', 'htaccess'],
    ['..', 'document'],
    ['   ', 'document'],
    ['', 'document'],
    ['a"b<c>.pdf', 'abc.pdf'],
    ['Ausweis Müller 北京.pdf', 'Ausweis Müller 北京.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['a\ud800b.pdf', 'a\ufffdb.pdf'],
  ])('%j becomes %j', (sent, kept) => expect(cleanName(sent)).toBe(kept))

  test('a name is short, is one, and has nothing of a path, whatever was sent', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = cleanName(sent)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(200)
        expect(name).not.toMatch(/[/\\\p{Cc}]|^\./u)
        expect(cleanName(name)).toBe(name)
      }),
    ))
})
