import { CopyButton } from './button.tsx'

/** An id or address, as far as there is room, and a button that copies all of it. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <>
      <span className="mono truncated">{text}</span>
      <CopyButton text={text} label={label} />
    </>
  )
}
