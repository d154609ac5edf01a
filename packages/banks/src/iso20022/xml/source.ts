/** Bytes of a file, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A file that is not taken in; its message says why. Nothing of the file was booked. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}
