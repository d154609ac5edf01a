import { t } from '../../../../messages/text.ts'

/**
 * How much of each file of one body has been sent, from 0 to 1. Files travel one after the other; what the body has
 * beside them comes first, as far as it counts.
 */
export function sharesOf(sent: number, total: number, sizes: readonly number[]): number[] {
  const files = sizes.reduce((sum, size) => sum + size, 0)
  let left = sent - Math.max(0, total - files)
  return sizes.map((size) => {
    const share = size === 0 ? (left >= 0 ? 1 : 0) : Math.min(1, Math.max(0, left / size))
    left -= size
    return share
  })
}

/** `image/jpeg` as people call it; an unknown one keeps its own name. */
const formatNames: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'application/pdf': 'PDF',
}

export function formatsText(mime: readonly string[]): string {
  return mime.map((item) => formatNames[item] ?? item).join(', ')
}

/** What is wrong with a file before it is sent, or undefined. The service looks into it as well. */
export function fileProblem(
  file: { size: number; type: string },
  { maxBytes, mime }: { maxBytes: number; mime: readonly string[] },
  sizeText: (bytes: number) => string,
): string | undefined {
  if (file.size === 0) return t('This file is empty.')
  if (!mime.includes(file.type))
    return t('Only {formats} is accepted.', { formats: formatsText(mime) })
  if (file.size > maxBytes) {
    return t('This file has {size}; at most {limit} are accepted.', {
      size: sizeText(file.size),
      limit: sizeText(maxBytes),
    })
  }
  return undefined
}
