import { t } from '../../messages/text.ts'
import { ShownOnce } from './shown-once.tsx'

/** A new key's text. */
export function KeyOnce({ text, onStored }: { text: string; onStored: () => void }) {
  return (
    <ShownOnce
      title={t('Store your API key')}
      description={t(
        'Your program sends it with each call. It is shown only now and cannot be read again; a lost one is replaced by rotating.',
      )}
      label={t('API key')}
      copy={t('Copy API key')}
      save={t('Download key')}
      file="corridor-api-key.txt"
      text={text}
      reason={t('Store the key first')}
      onStored={onStored}
    >
      <code className="break-all">{text}</code>
    </ShownOnce>
  )
}
