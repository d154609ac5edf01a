// QR codes by ISO/IEC 18004: byte mode, error correction M, versions 1 to 6. Enough for an address.

/** Codewords of a version: data in all, error correction of each block, blocks. */
const versions = [
  { data: 16, check: 10, blocks: 1 },
  { data: 28, check: 16, blocks: 1 },
  { data: 44, check: 26, blocks: 1 },
  { data: 64, check: 18, blocks: 2 },
  { data: 86, check: 24, blocks: 2 },
  { data: 108, check: 16, blocks: 4 },
] as const
type Version = (typeof versions)[number]
type Grid = (boolean | undefined)[][]

/**
 * The modules of the code for a text, row by row; true is dark. The quiet zone is the drawer's.
 * @throws RangeError for more than 106 bytes
 */
export function qrMatrix(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const index = versions.findIndex(({ data }) => bytes.length + 2 <= data)
  const version = versions[index]
  if (!version) throw new RangeError('The text is too long for a QR code of version 6')
  const size = 21 + 4 * index
  const bits = bitsOf(codewords(bytes, version))
  const fixed = fixedModules(size)
  const candidates = masks.map((_, mask) => drawn(fixed, bits, mask))
  const penalties = candidates.map(penaltyOf)
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? []
}

/** Length and bytes, padded, in blocks with their check words, interleaved. */
function codewords(bytes: Uint8Array, { data, check, blocks }: Version): number[] {
  // Four bits of mode come first, so every byte lies half a byte later; the last half ends the text.
  const words: number[] = []
  let half = 0x40
  for (const byte of [bytes.length, ...bytes]) {
    words.push(half | (byte >> 4))
    half = (byte << 4) & 0xff
  }
  words.push(half)
  while (words.length < data) words.push((words.length - bytes.length) % 2 === 0 ? 0xec : 0x11)
  const length = data / blocks
  const parts = Array.from({ length: blocks }, (_, at) =>
    words.slice(at * length, (at + 1) * length),
  )
  const checks = parts.map((part) => remainder(part, check))
  return [...interleaved(parts), ...interleaved(checks)]
}

function interleaved(parts: readonly number[][]): number[] {
  return (parts[0] ?? []).flatMap((_, at) => parts.map((part) => part[at] ?? 0))
}

function bitsOf(words: readonly number[]): boolean[] {
  return words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((word >> bit) & 1) === 1))
}

/** Product in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** Reed-Solomon check words of a block. */
function remainder(words: readonly number[], degree: number): number[] {
  let generator = [1]
  let root = 1
  for (let at = 0; at < degree; at += 1) {
    const shifted = [...generator, 0]
    generator = shifted.map((word, i) => word ^ times(generator[i - 1] ?? 0, root))
    root = times(root, 2)
  }
  return words.reduce<number[]>(
    (rest, word) => {
      const factor = word ^ (rest[0] ?? 0)
      return generator.slice(1).map((part, i) => (rest[i + 1] ?? 0) ^ times(part, factor))
    },
    Array.from({ length: degree }, () => 0),
  )
}

/** Finders, timing, alignment and the room of the format; undefined is free for data. */
function fixedModules(size: number): Grid {
  const grid: Grid = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => undefined),
  )
  const set = (row: number, column: number, dark: boolean) => {
    const line = grid[row]
    if (line && column >= 0 && column < size) line[column] = dark
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (row: number, column: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1)
        set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, [2, 4])
  if (size > 21) square(size - 7, size - 7, 2, [1])
  for (const [row, column] of formatCells(size).flat()) set(row, column, false)
  set(size - 8, 8, true)
  return grid
}

/** Where the 15 bits of the format stand, twice; the most significant first. */
function formatCells(size: number): [number, number][][] {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((column): [number, number] => [8, column])
  const up = [7, 5, 4, 3, 2, 1, 0].map((row): [number, number] => [row, 8])
  const second = [1, 2, 3, 4, 5, 6, 7].map((from): [number, number] => [size - from, 8])
  const right = [8, 7, 6, 5, 4, 3, 2, 1].map((from): [number, number] => [8, size - from])
  return [
    [...first, ...up],
    [...second, ...right],
  ]
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The data from the lower right corner upwards and down again, in columns of two, under a mask. */
function drawn(fixed: Grid, bits: readonly boolean[], mask: number): boolean[][] {
  const size = fixed.length
  const grid = fixed.map((line) => line.map((dark) => dark ?? false))
  let at = 0
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        const line = grid[row]
        if (!line || fixed[row]?.[column] !== undefined) continue
        line[column] = (bits[at] ?? false) !== (masks[mask]?.(row, column) ?? false)
        at += 1
      }
    }
  }
  const format = bitsOfFormat(mask)
  for (const cells of formatCells(size))
    cells.forEach(([row, column], i) => {
      const line = grid[row]
      if (line) line[column] = format[i] ?? false
    })
  return grid
}

/** Level M is 00, then the mask, ten check bits, and the pattern that keeps it from being empty. */
function bitsOfFormat(mask: number): boolean[] {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10)
  const format = ((mask << 10) | rest) ^ 0x5412
  return Array.from({ length: 15 }, (_, at) => ((format >> (14 - at)) & 1) === 1)
}

/** How hard a code is to read, by the four rules of the standard: the mask with the least is taken. */
function penaltyOf(grid: readonly boolean[][]): number {
  const lines = [...grid, ...grid.map((_, at) => grid.map((line) => line[at] ?? false))]
  const texts = lines.map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
  let penalty = 0
  for (const text of texts) {
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
  }
  grid.forEach((line, row) =>
    line.forEach((dark, column) => {
      const below = grid[row + 1]
      if (!below || column + 1 >= line.length) return
      const same = [line[column + 1], below[column], below[column + 1]].every((one) => one === dark)
      if (same) penalty += 3
    }),
  )
  const dark = grid.flat().filter(Boolean).length
  const share = (dark * 100) / grid.length ** 2
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5)
}
