import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startStack } from './stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-first-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the first start makes DATA_DIR and all that is in it', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'not', 'there', 'yet')
  const stack = await startStack({ dataDir, env: { SEED: 'none', LOG_LEVEL: 'warn' } })
  try {
    expect(stack.sandbox().partners).toHaveLength(2)
    expect(statSync(join(dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600)
  } finally {
    await stack.remove()
  }
})
