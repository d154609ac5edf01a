import { ShownOnce } from '../../../features/developers/shown-once.tsx'
import { t } from '../../../messages/text.ts'

/** A new signing secret. */
export function SecretOnce({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce
      title={t('Store your signing secret')}
      description={t(
        'Your program verifies each delivery with it. It is shown only now and cannot be read again; a lost one is replaced by rotating.',
      )}
      label={t('Signing secret')}
      copy={t('Copy signing secret')}
      save={t('Download secret')}
      file="corridor-webhook-secret.txt"
      text={secret}
      reason={t('Store the secret first')}
      onStored={onStored}
    >
      <code>{secret}</code>
    </ShownOnce>
  )
}
