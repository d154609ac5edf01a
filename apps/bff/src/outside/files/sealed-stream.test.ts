import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readSealed, writeSealed } from './sealed-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-sealed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the cipher or the reader says. */
const unsound = /authenticate|cut off/
const parts = { key: randomBytes(32), name: 'export one' }
let made = 0
async function seal(
  texts: readonly string[],
): Promise<{ path: string; sha256: string; bytes: number }> {
  made += 1
  const path = join(folder, String(made))
  const writer = await writeSealed(path, parts, (count) => new Uint8Array(randomBytes(count)))
  for (const text of texts) await writer.write(text)
  return { path, ...(await writer.finish()) }
}
async function read(path: string, of = parts): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of readSealed(path, of)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

test('what is written in pieces of any length is read as it was, with its length and hash', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat({ max: 4_000 })), {
        maxLength: 6,
      }),
      async (pieces) => {
        const texts = pieces.map(([text, times]) => text.toWellFormed().repeat(times))
        const whole = texts.join('')
        const { path, bytes, sha256 } = await seal(texts)
        expect(await read(path)).toBe(whole)
        expect(bytes).toBe(Buffer.byteLength(whole))
        expect(sha256).toBe(createHash('sha256').update(whole).digest('hex'))
      },
    ),
    { numRuns: 40 },
  ))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072])(
  '%d bytes end where they should',
  async (length) => {
    const { path } = await seal(['a'.repeat(length)])
    expect(await read(path)).toBe('a'.repeat(length))
  },
)

test('nothing of the content is on the disk', async () => {
  const { path } = await seal(['Ada Okonkwo\n'.repeat(10_000)])
  expect(readFileSync(path).includes('Okonkwo')).toBe(false)
})

test('a file that was cut, altered, put in another order or renamed does not open', async () => {
  const frame = 65_536 + 16
  const { path } = await seal(['b'.repeat(200_000)])
  const whole = readFileSync(path)
  const broken: Buffer[] = [
    whole.subarray(0, 32 + frame),
    whole.subarray(0, 32 + 2 * frame),
    whole.subarray(0, -1),
    Buffer.concat([whole.subarray(0, 32), whole.subarray(32 + frame)]),
    Buffer.concat([
      whole.subarray(0, 32),
      whole.subarray(32 + frame, 32 + 2 * frame),
      whole.subarray(32, 32 + frame),
      whole.subarray(32 + 2 * frame),
    ]),
    Buffer.concat([whole, whole.subarray(-20)]),
    Buffer.from(whole.map((byte, at) => (at === 40_000 ? byte ^ 1 : byte))),
    whole.subarray(0, 32),
  ]
  for (const bytes of broken) {
    writeFileSync(path, bytes)
    await expect(read(path)).rejects.toThrow(unsound)
  }
  writeFileSync(path, whole)
  expect(await read(path)).toHaveLength(200_000)
  await expect(read(path, { ...parts, name: 'export two' })).rejects.toThrow(unsound)
  truncateSync(path, 10)
  await expect(read(path)).rejects.toThrow('cut off')
})
