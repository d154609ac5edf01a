import { fingerprintDigits, fingerprintWords } from '../../../../signing/fingerprint-words.ts'
import { CopyButton } from '../../../../ui/controls/copy-button.tsx'

/** The digest of the payload, short enough to be compared aloud. */
export function Fingerprint({ value }: { value: string }) {
  return (
    <>
      <span className="muted">Fingerprint</span>
      <span className="strong">{fingerprintWords(value)}</span>
      <span className="mono muted nowrap">{fingerprintDigits(value)}</span>
      <CopyButton text={value} label="Copy fingerprint" />
      <span className="caption ml-auto">Same words on another screen mean the same payload</span>
    </>
  )
}
