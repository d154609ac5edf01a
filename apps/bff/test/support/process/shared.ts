import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of a file share: started before the first one, closed after the last one. The object
 * is empty until then, so it is for hooks and tests, not for the file's own top level.
 */
export function shared<T extends { close: () => Promise<unknown> }>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => started.close())
  return started
}
