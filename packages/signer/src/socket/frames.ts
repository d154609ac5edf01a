/** The longest message either side takes, in bytes. */
export const FRAME_MAX = 16 * 1024 * 1024

const HEAD = 4

/** A JSON value behind its length in four bytes. @throws RangeError where it is too long */
export function encodeFrame(value: unknown, max = FRAME_MAX): Buffer {
  const text = JSON.stringify(value)
  const length = Buffer.byteLength(text)
  if (length > max) throw new RangeError(`A message of ${length} bytes is too long.`)
  const frame = Buffer.allocUnsafe(HEAD + length)
  frame.writeUInt32BE(length)
  frame.write(text, HEAD)
  return frame
}

/**
 * Takes chunks as they come and gives the values of whole frames.
 * @throws where a frame is longer than `max`, or no JSON
 */
export function createFrameReader(
  give: (value: unknown) => void,
  max = FRAME_MAX,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let held = 0
  /** Bytes that must be there before the next frame can be read. */
  let needed = HEAD
  return (chunk) => {
    chunks.push(chunk)
    held += chunk.length
    if (held < needed) return
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, held)
    for (;;) {
      if (bytes.length < HEAD) {
        needed = HEAD
        break
      }
      const length = bytes.readUInt32BE()
      if (length > max) throw new RangeError(`A message of ${length} bytes is too long.`)
      needed = HEAD + length
      if (bytes.length < needed) break
      const text = bytes.toString('utf8', HEAD, needed)
      bytes = bytes.subarray(needed)
      give(JSON.parse(text))
    }
    chunks = bytes.length > 0 ? [bytes] : []
    held = bytes.length
  }
}
