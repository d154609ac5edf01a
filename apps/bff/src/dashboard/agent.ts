// The first that fits: browsers name the ones they resemble as well.
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The kind of browser, such as `Firefox on Linux`: enough to distinguish one's own sessions. */
export function agentOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Unknown browser'
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  return system ? `${browser} on ${system}` : browser
}
