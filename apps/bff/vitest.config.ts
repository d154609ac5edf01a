import { defineConfig } from 'vitest/config'

// Two cores: files run two at a time, each on its own database of the run's one server.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Ends as soon as it holds; only a failure takes so long.
    expect: { poll: { timeout: 10_000 } },
  },
})
