import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import {
  initializeImageMagick,
  MagickError,
  MagickFormat,
  MagickGeometry,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import type { DocumentKind, OpenedDocument, PageImage, Unreadable } from '../../../ports/files.ts'
import { type Answer, limits, type Order, type Outcome, ready } from './protocol.ts'

// The opener's own program: it alone reads what strangers sent. Both readers are WebAssembly, so what
// takes one of them over is in a memory without a way out, in a process that may read these libraries'
// files, write none and start nothing. It ends with whoever started it.

process.on('message', (order: Order) => {
  void outcomeOf(order).then((outcome) => {
    const { user, system } = process.cpuUsage()
    const cpuMs = (user + system) / 1_000
    process.send?.({ outcome, cpuMs, rssBytes: process.memoryUsage.rss() } satisfies Answer)
  })
})
process.once('disconnect', () => process.exit(0))
process.send?.(ready)

class Refused extends Error {
  readonly reason: Unreadable
  constructor(reason: Unreadable) {
    super(reason)
    this.reason = reason
  }
}

async function outcomeOf({ kind, bytes }: Order): Promise<Outcome> {
  try {
    return { ok: true, ...(kind === 'pdf' ? await openPdf(bytes) : await openImage(kind, bytes)) }
  } catch (error) {
    // What no reader says of a document: it was aborted, most often for want of memory.
    return { ok: false, reason: error instanceof Refused ? error.reason : 'TOO_COSTLY' }
  }
}

// --- PDF, with the reader of Chromium ---

const wasm = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)))
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const pdfReader = once(() => {
  const file = wasm('@hyzyla/pdfium/pdfium.wasm')
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(file).buffer })
})

async function openPdf(bytes: Uint8Array): Promise<OpenedDocument> {
  const reader = await pdfReader()
  const document = await reader.loadDocument(bytes).catch((error: unknown) => {
    throw new Refused(pdfReason(error))
  })
  try {
    const pages = document.getPageCount()
    if (pages < 1) throw new Refused('NO_PAGE')
    if (pages > limits.pagesMax) throw new Refused('TOO_MANY_PAGES')
    const previews: PageImage[] = []
    for (let at = 0; at < Math.min(pages, limits.previewsMax); at += 1)
      previews.push(await imageOfPage(document.getPage(at)))
    // What was cut off is most often missed at the end.
    sizeOf(document.getPage(pages - 1))
    return { pages, previews }
  } finally {
    document.destroy()
  }
}

/** A reader that ran out of memory is left as it is; what it refuses is known by its text alone. */
function pdfReason(error: unknown): Unreadable {
  const text = error instanceof Error ? error.message : ''
  if (text.includes('Password')) return 'ENCRYPTED'
  if (text.includes('security scheme')) return 'ENCRYPTED'
  if (text.includes('PDF format') || text.includes('Page')) return 'BROKEN'
  throw error
}

type Page = ReturnType<Awaited<ReturnType<PDFiumLibrary['loadDocument']>>['getPage']>

/** In points; a page that cannot be read has none. */
function sizeOf(page: Page): { width: number; height: number } {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width > 0 && height > 0)) throw new Refused('BROKEN')
  return { width, height }
}

async function imageOfPage(page: Page): Promise<PageImage> {
  const { width, height } = sizeOf(page)
  const scale = Math.min(limits.scaleMax, limits.sideMax / Math.max(width, height))
  const shown = await page.render({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    colorSpace: 'BGRA',
    render: 'bitmap',
  })
  await imageReader()
  const image = MagickImage.create()
  try {
    const settings = new MagickReadSettings({
      format: MagickFormat.Bgra,
      width: shown.width,
      height: shown.height,
      depth: 8,
    })
    image.read(shown.data, settings)
    return written(image)
  } finally {
    image.dispose()
  }
}

// --- Images, with ImageMagick ---

const imageReader = once(async () => {
  await initializeImageMagick(wasm('@imagemagick/magick-wasm/magick.wasm'))
  ResourceLimits.width = BigInt(limits.edgeMax)
  ResourceLimits.height = BigInt(limits.edgeMax)
  ResourceLimits.area = BigInt(limits.pixelsMax)
  ResourceLimits.memory = BigInt(limits.wasmBytes)
  ResourceLimits.disk = 0n
})

const formats: Record<Exclude<DocumentKind, 'pdf'>, MagickFormat> = {
  jpeg: MagickFormat.Jpeg,
  png: MagickFormat.Png,
  webp: MagickFormat.WebP,
  heic: MagickFormat.Heic,
}

async function openImage(kind: keyof typeof formats, bytes: Uint8Array): Promise<OpenedDocument> {
  await imageReader()
  const format = formats[kind]
  const image = MagickImage.create()
  try {
    const warnings: string[] = []
    image.onWarning = ({ error }) => warnings.push(error.message)
    read(() => image.ping(bytes, new MagickReadSettings({ format })))
    if (image.width * image.height > limits.pixelsMax) throw new Refused('TOO_LARGE')
    read(() => image.read(bytes, new MagickReadSettings({ format })))
    if (warnings.some((text) => /premature|truncated|end ?of ?file/i.test(text)))
      throw new Refused('CUT_OFF')
    image.autoOrient()
    return { pages: 1, previews: [written(image)] }
  } finally {
    image.dispose()
  }
}

function read(step: () => void): void {
  try {
    step()
  } catch (error) {
    if (error instanceof MagickError) throw new Refused(imageReason(error.message))
    throw error
  }
}

function imageReason(text: string): Unreadable {
  // The reader of PNG states no other reason for a size beyond the limits.
  if (/limit|IHDR|ResourcesExhausted/i.test(text)) return 'TOO_LARGE'
  if (/end ?of ?file|insufficient|not enough|premature|truncated/i.test(text)) return 'CUT_OFF'
  return 'BROKEN'
}

/** As JPEG on white, small enough to be looked at, without what the original says beside its picture. */
function written(image: ReturnType<typeof MagickImage.create>): PageImage {
  const longest = Math.max(image.width, image.height)
  if (longest > limits.sideMax) {
    const ratio = limits.sideMax / longest
    image.resize(
      new MagickGeometry(
        Math.max(1, Math.round(image.width * ratio)),
        Math.max(1, Math.round(image.height * ratio)),
      ),
    )
  }
  image.strip()
  image.quality = limits.quality
  const { width, height } = image
  return { width, height, jpeg: image.write(MagickFormat.Jpeg, (data) => new Uint8Array(data)) }
}
