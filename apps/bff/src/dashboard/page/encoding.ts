import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const compressors = {
  br: (content: InputType) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content: InputType) => promisify(gzip)(content, { level: 6 }),
}

/** What is made for one answer, so at a level that takes no longer than it saves. */
export const compressed = async (content: InputType, encoding: Encoding) =>
  Uint8Array.from(await compressors[encoding](content))

/** The encoding to answer with: Brotli before gzip, and neither where the browser takes none. */
export function chooseEncoding(
  accepted: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, weight]) => weight === undefined || Number.parseFloat(weight) > 0)
    .map(([name]) => name)
  return offered.find((encoding) => wanted.includes(encoding))
}
