const hstsSeconds = 365 * 24 * 60 * 60

/** Headers of every page and asset; `nonce` marks the scripts and styles of this one answer. */
export function pageHeaders(baseUrl: string): (nonce?: string) => Record<string, string> {
  const always = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Permissions-Policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(baseUrl.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  }
  return (nonce) => ({ ...always, 'Content-Security-Policy': policy(nonce) })
}

function policy(nonce: string | undefined): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
