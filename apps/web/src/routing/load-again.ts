const waitMs = 2000

/** The code of a page or dialog that did not arrive because of the network; the waiting shares one question. */
let asking: Promise<void> | undefined

/**
 * Loads code, and waits for the network where that is what is missing: the page that asks stays as it is, with what
 * was typed. Code that is not there although the service answers was replaced by a newer version, so that fails.
 */
export async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) return load()
      if (!isNetworkFailure(error)) throw error
    }
    asking ??= untilReachable().finally(() => {
      asking = undefined
    })
    await asking
  }
}

async function untilReachable(): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, waitMs)
    })
  } while (!(await isReachable()))
}

/** Any answer will do. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** A module that throws while it runs is at fault itself. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && /import|module|load/i.test(error.message)
}
