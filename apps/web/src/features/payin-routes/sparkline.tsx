import { bars, volumeText } from './volume.ts'

const size = { width: 90, height: 20, gap: 1 }

/** What came in on each of the last days, the newest at the right. */
export function Sparkline({ days, currency }: { days: readonly number[]; currency: string }) {
  const text = volumeText(days, currency)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path d={`M0 ${size.height - 0.5}H${size.width}`} />
      {bars(days, size).map((bar) => (
        <rect key={bar.x} {...bar} />
      ))}
    </svg>
  )
}
