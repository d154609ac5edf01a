import { defineConfig } from 'vitest/config'

// Every file runs a node of its own, and the machine may be busy with others at the same time.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Ends as soon as it holds; only a failure takes so long.
    expect: { poll: { timeout: 10_000 } },
  },
})
