import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../messages/text.ts'

type Props = { text: string; label: string }

/** Copies a text and says so for two seconds, to eyes and screen readers. */
export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <button
        type="button"
        className="copy-button"
        aria-label={label}
        title={copied ? t('Copied') : label}
        onClick={async (event) => {
          event.preventDefault()
          await navigator.clipboard.writeText(text)
          setCopied(true)
        }}
      >
        {copied ? <Check className="icon-medium tone-done" /> : <Copy className="icon-medium" />}
      </button>
      {/* Beside the button: a dialog hides what is behind it, but never a live region nor what holds one. */}
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('Copied') : ''}
      </span>
    </>
  )
}
