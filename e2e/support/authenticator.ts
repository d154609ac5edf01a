import type { CDPSession, Page } from '@playwright/test'

/** A credential as the browser's developer protocol keeps it; it can be carried to another page. */
export type StoredCredential = {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
  rpId?: string
  userHandle?: string
  userName?: string
}

export type Authenticator = {
  credentials: () => Promise<StoredCredential[]>
  add: (credential: StoredCredential) => Promise<void>
  forget: (credentialId: string) => Promise<void>
  /** From now on the person cancels: every ceremony ends as closed (`false`), or succeeds again (`true`). */
  setWilling: (willing: boolean) => Promise<void>
  /** From now on without a touch: ceremonies stay open (`false`), or are answered (`true`). */
  setPresent: (present: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** A platform authenticator with resident keys and user verification, which answers at once. */
export async function addAuthenticator(
  page: Page,
  credentials: StoredCredential[] = [],
): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const authenticator = controls(devtools, authenticatorId)
  for (const credential of credentials) await authenticator.add(credential)
  return authenticator
}

function controls(devtools: CDPSession, authenticatorId: string): Authenticator {
  return {
    credentials: async () => {
      const answer = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return answer.credentials
    },
    add: async (credential) => {
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    forget: async (credentialId) => {
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    },
    // Refused verification ends the ceremony with NotAllowedError, as closing the system's window does.
    setWilling: async (willing) => {
      await devtools.send('WebAuthn.setUserVerified', {
        authenticatorId,
        isUserVerified: willing,
      })
    },
    setPresent: async (present) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: present,
      })
    },
    remove: async () => {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await devtools.detach()
    },
  }
}
