import { configDefaults, defineConfig } from 'vitest/config'

// Kills first starts with demo data, of which each takes half a minute: for the long run.
const inFull = process.env['FULL'] ? [] : ['src/seed/seed-crash.test.ts']

// Files share workers, since loading the program takes longer than most of them; each has its own
// database of the run's one server. Many wait for processes, so there is one more than cores.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...inFull],
    globalSetup: ['../../tools/scratch.ts', 'test/support/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Ends as soon as it holds; only a failure takes so long.
    expect: { poll: { timeout: 10_000 } },
  },
})
