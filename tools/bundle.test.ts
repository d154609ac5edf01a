import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleWeights, overweight } from './bundle.ts'
import { withFixture } from './fixture.ts'

/** Text that gzip cannot make smaller than about the given number of kB. */
const heavy = (kB: number): string => randomBytes(kB * 750).toString('base64')

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/pages/overview/overview.tsx': {
    file: 'assets/overview.js',
    src: 'src/pages/overview/overview.tsx',
    isDynamicEntry: true,
    imports: ['index.html', '_shared.js', '_chart.js'],
  },
  '_chart.js': { file: 'assets/chart.js' },
}

function weights(chart: number) {
  const files = {
    'dist/.vite/manifest.json': JSON.stringify(manifest),
    'dist/assets/index.js': heavy(20),
    'dist/assets/shared.js': heavy(20),
    'dist/assets/overview.js': heavy(10),
    'dist/assets/chart.js': heavy(chart),
    'dist/assets/index.css': heavy(5),
  }
  return withFixture(files, (folder) => bundleWeights(join(folder, 'dist')))
}

test('a route weighs what it adds to the shell, shared chunks included', async () => {
  const found = Object.fromEntries((await weights(15)).map(({ item, kB }) => [item, kB]))
  expect(found['shell']).toBeCloseTo(30, -1)
  expect(found['src/pages/overview/overview.tsx']).toBeCloseTo(19, -1)
  expect(found['first load of the overview']).toBeCloseTo(49, -1)
  expect(overweight(await weights(15))).toEqual([])
})

test('a route over its budget is named', async () => {
  expect(overweight(await weights(60))).toEqual([
    expect.stringMatching(/^src\/pages\/overview\/overview.tsx: \d+\.\d kB, more than 40$/),
  ])
})
