import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'

/**
 * Puts a migrated cluster, stopped and empty, into a data directory: for tests that begin after a
 * first start, which takes seconds each time.
 */
export function copyPrepared(dataDir: string): void {
  // With its owner, who is the server's own user where we run as root.
  execFileSync('cp', ['-a', `${inject('prepared')}/.`, dataDir])
}
