import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../../config/log.ts'
import { specimenPdf, specimenPng } from '../../../seed/papers.ts'
import type { DocumentKind } from '../../../ports/files.ts'
import {
  encryptedPdf,
  handPdf,
  largePng,
  latin,
  packedTwice,
  streamObject,
  turnedJpeg,
} from '../../../../test/support/process/documents.ts'
import { pngOf, sampleFiles } from '../../../../test/support/process/files.ts'
import { testInFull } from '../../../../test/support/process/tiers.ts'
import { openerOfWorker } from '../../../../test/support/process/opener.ts'
import { createOpener, OpenerUnavailable } from './opener.ts'

const pdf = Buffer.from(specimenPdf(['A page']))
const png = Buffer.from(specimenPng([90, 120, 200]))
const [jpeg, webp, heic] = [
  sampleFiles['image/jpeg']('x'),
  sampleFiles['image/webp']('x'),
  sampleFiles['image/heic']('x'),
]
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const many = (pages: number) => handPdf({ kids: `[${'3 0 R '.repeat(pages)}]`, count: pages })
const drawing = (content: string, resources = '') =>
  handPdf({
    box: '[0 0 300 300]',
    page: `/Contents 4 0 R/Resources<<${resources}>>`,
    more: content,
  })
const itself = streamObject(
  5,
  '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>',
  '/X Do '.repeat(40),
)

const endless = drawing(streamObject(4, '', '/X Do ') + itself, '/XObject<</X 5 0 R>>')

/** What is sent, and what becomes of it: the size of its first preview, or why it is refused. */
const documents: [string, DocumentKind, Buffer | string, unknown][] = [
  ['a PDF as programs write it', 'pdf', pdf, '1600x1129'],
  ['written by hand, without a table of offsets', 'pdf', handPdf(), '9x9'],
  ['with its end', 'pdf', `${handPdf()}\n%%EOF\n`, '9x9'],
  ['an offset that leads nowhere', 'pdf', `${handPdf()}\nstartxref\n12345\n%%EOF`, '9x9'],
  ['objects without ends', 'pdf', handPdf().replaceAll('endobj', ''), '9x9'],
  ['no types', 'pdf', handPdf().replaceAll(/\/Type\/(Catalog|Pages|Page)/g, ''), '9x9'],
  ['no size of its page', 'pdf', handPdf().replace('/MediaBox[0 0 3 3]', ''), '1236x1600'],
  ['something behind its end', 'pdf', Buffer.concat([pdf, Buffer.alloc(5_000, 7)]), '1600x1129'],
  ['a page of 350 km', 'pdf', handPdf({ box: '[0 0 1000000000 1000000000]' }), '1600x1600'],
  ['a page like a thread', 'pdf', handPdf({ box: '[0 0 1000000 1]' }), '1600x1'],
  ['1000 pages', 'pdf', many(1_000), '9x9'],
  ['encrypted, but for everybody to read', 'pdf', encryptedPdf(''), '9x9'],
  ['encrypted with a password', 'pdf', encryptedPdf('secret'), 'ENCRYPTED'],
  [
    'encrypted in a way of its own',
    'pdf',
    handPdf({ trailer: '/Encrypt<</Filter/Own>>' }),
    'ENCRYPTED',
  ],
  ['a signature and nothing else', 'pdf', '%PDF-1.7', 'BROKEN'],
  ['a beginning and an end', 'pdf', '%PDF-1.4\n%%EOF\n', 'BROKEN'],
  ['no page', 'pdf', handPdf({ kids: '[]', count: 0 }), 'BROKEN'],
  ['pages that contain themselves', 'pdf', handPdf({ kids: '[2 0 R]' }), 'BROKEN'],
  ['a PDF that was cut off', 'pdf', cut(pdf, 0.5), 'BROKEN'],
  ['a list of pages that is longer than they are', 'pdf', handPdf({ count: 5 }), 'BROKEN'],
  ['100,000 pages', 'pdf', many(100_000), 'TOO_MANY_PAGES'],
  [
    'objects within objects within themselves',
    'pdf',
    `%PDF-1.5\n${streamObject(4, '/Type/ObjStm/N 2/First 8/Extends 4 0 R', '1 0 2 0 <</Type/Catalog/Pages 2 0 R>>')}trailer<</Root 1 0 R>>`,
    '1236x1600',
  ],
  ['a picture that shows itself', 'pdf', endless, 'TOO_COSTLY'],
  [
    'a gigabyte of spaces in two kilobytes',
    'pdf',
    drawing(streamObject(4, '/Filter[/FlateDecode/FlateDecode]', packedTwice(1_000_000_000))),
    'TOO_COSTLY',
  ],

  ['a PNG', 'png', png, '96x60'],
  ['a PNG of one pixel', 'png', sampleFiles['image/png']('x'), '1x1'],
  ['a PNG with something behind it', 'png', Buffer.concat([png, Buffer.alloc(5_000, 7)]), '96x60'],
  ['a large scan in black and white', 'png', largePng(4_960, 7_016), '1131x1600'],
  ['more image data than its size holds', 'png', pngOf(1, 1, packedTwice(10_000)), 'BROKEN'],
  ['a PNG that was cut off', 'png', cut(png, 0.6), 'CUT_OFF'],
  ['a PNG without its last bytes', 'png', png.subarray(0, -14), 'CUT_OFF'],
  ['no picture in it', 'png', pngOf(9, 9, Buffer.alloc(0)), 'CUT_OFF'],
  [
    '60,000 by 60,000 pixels in a kilobyte',
    'png',
    pngOf(60_000, 60_000, Buffer.alloc(900)),
    'TOO_LARGE',
  ],
  ['81 megapixels', 'png', largePng(9_000, 9_000), 'TOO_LARGE'],
  ['a JPEG', 'jpeg', jpeg, '16x8'],
  ['a photograph that was turned', 'jpeg', turnedJpeg(6), '8x16'],
  ['a JPEG that was cut off', 'jpeg', jpeg.subarray(0, -4), 'CUT_OFF'],
  [
    'a JPEG without a picture',
    'jpeg',
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
    'CUT_OFF',
  ],
  ['a WebP', 'webp', webp, '16x8'],
  ['a WebP that was cut off', 'webp', cut(webp, 0.6), 'CUT_OFF'],
  ['a photograph of a phone', 'heic', heic, '16x8'],
  ['a HEIC that was cut off', 'heic', cut(heic, 0.8), 'BROKEN'],
  ['a HEIC of which only the beginning is there', 'heic', heic.subarray(0, 40), 'CUT_OFF'],
]

test.each(documents)('%s', async (_, kind, content, expected) => {
  const bytes = typeof content === 'string' ? latin(content) : content
  const found = await openerOfWorker().open('partner', kind, bytes)
  const [preview] = found.ok ? found.previews : []
  expect(found.ok ? `${preview?.width}x${preview?.height}` : found.reason).toBe(expected)
})

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').map(Number)
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

describe('the process that opens', () => {
  /** An opener of its own, and the process that it has started. */
  async function started(documentMs?: number) {
    const before = children()
    const opener = createOpener(createLog('silent'), documentMs === undefined ? {} : { documentMs })
    const open = (content: string) => opener.open('partner', 'pdf', latin(content))
    expect(await open(handPdf())).toMatchObject({ ok: true })
    const [pid = 0] = children().filter((child) => !before.includes(child))
    return { opener, open, pid }
  }

  const unavailable = { status: 'rejected', reason: expect.any(OpenerUnavailable) }
  async function closedDuring(opener: ReturnType<typeof createOpener>, bytes: Buffer) {
    const closed = nextTurn().then(() => opener.close())
    const [opened] = await Promise.allSettled([opener.open('partner', 'png', bytes), closed])
    return opened
  }

  test('is started anew where it has died', async () => {
    const { opener, open, pid } = await started()
    process.kill(pid, 'SIGKILL')
    expect(await open(handPdf())).toMatchObject({ ok: true })
    await opener.close()
  })

  test('has none of our settings, few rights and a bound, and ends with the opener', async () => {
    const { opener, pid } = await started()
    const settings = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean)
    expect(new Set(settings.map((setting) => setting.split('=')[0]))).toEqual(
      new Set(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PWD']),
    )
    expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).toContain('--permission')
    const bounds = readFileSync(`/proc/${pid}/limits`, 'latin1')
    expect(bounds).toMatch(/Max cpu time +60 /)
    expect(bounds).toMatch(/Max data size +1073741824 /)
    await opener.close()
    expect(isAlive(pid)).toBe(false)
  })

  test('is one for a partner, behind the server, and none is started once it was closed', async () => {
    const before = children()
    const { opener, open, pid } = await started()
    await Promise.all([open(handPdf()), open(handPdf())])
    const own = () => children().filter((child) => !before.includes(child))
    expect(own()).toEqual([pid])
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 10))
    expect(await closedDuring(opener, largePng(4_960, 7_016))).toMatchObject(unavailable)
    await expect(open(handPdf())).rejects.toThrow(OpenerUnavailable)
    expect(own()).toEqual([])
  })

  test('that cannot be started is no fault of the document, and keeps nobody from closing', async () => {
    const opener = createOpener(createLog('silent'), { shell: '/none' })
    expect(await closedDuring(opener, png)).toMatchObject(unavailable)
  })

  testInFull('is ended where a document takes too long, and the next is opened', async () => {
    const { opener, open, pid } = await started(1_500)
    const scan = await opener.open('partner', 'png', largePng(7_999, 7_999))
    expect(scan).toEqual({ ok: false, reason: 'TOO_COSTLY' })
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await open(handPdf())).toMatchObject({ ok: true })
    await opener.close()
  })

  testInFull('that gets no time of the processor says nothing about a document', async () => {
    const { opener, open, pid } = await started(1_500)
    process.kill(pid, 'SIGSTOP')
    await expect(open(handPdf())).rejects.toThrow(OpenerUnavailable)
    expect(await open(handPdf())).toMatchObject({ ok: true })
    await opener.close()
  })
})
