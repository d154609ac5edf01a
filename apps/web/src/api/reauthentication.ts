import { createListeners } from './listeners.ts'

/**
 * The gate between an ended session and the requests that met it: they wait here while the overlay asks for the
 * passkey, and go on with the page and its inputs unchanged.
 */
type Gate = { settled: Promise<boolean>; settle: (signedIn: boolean) => void }

let gate: Gate | undefined
let hadSession = false
let signIns = 0

/** How often a person has signed in over the page: a refusal from before the last time is nothing new. */
export const signInsSoFar = (): number => signIns
const changes = createListeners()

/** Says whether there is a session that could end; without one the sign-in page is the place to go. */
export function noteSession(present: boolean): void {
  hadSession = present
}

/** Opens the overlay and waits. `false` when nobody was signed in or the person left for the sign-in page. */
export async function signedInAgain(): Promise<boolean> {
  if (!hadSession) return false
  if (!gate) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    gate = { settled: promise, settle: resolve }
    changes.notify()
  }
  return gate.settled
}

/** Ends the wait of every request at the gate. */
export function settleReauthentication(signedIn: boolean): void {
  if (signedIn) signIns += 1
  gate?.settle(signedIn)
  gate = undefined
  changes.notify()
}

/** True while the overlay "Sign in again" has to be shown. */
export function useReauthentication(): boolean {
  return changes.useValue(() => gate !== undefined)
}
