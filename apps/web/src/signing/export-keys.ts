import {
  createEphemeralKey,
  type EphemeralKey,
  openExportBundle,
  utf8Text,
} from '@corridor/signing/browser'

export { createEphemeralKey, type EphemeralKey }

/**
 * The words of an exported wallet; undefined where the bundle is not the service's, or is for another entity or key.
 * Whoever asks keeps them no longer than they are shown.
 */
export async function openPhrase(
  bundle: string,
  expected: { key: EphemeralKey; entityId: string; serviceKey: string },
): Promise<string | undefined> {
  const { key: recipient, entityId: organizationId, serviceKey: signerPublicKey } = expected
  const opened = await openExportBundle(bundle, { recipient, organizationId, signerPublicKey })
  if (!opened.ok) return undefined
  const phraseText = utf8Text(opened.value)
  opened.value.fill(0)
  return phraseText
}
