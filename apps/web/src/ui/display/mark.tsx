/** The corridor: two walls, a hollow origin, a filled destination. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M1 4.5h18M1 15.5h18" strokeWidth="1.75" strokeLinecap="round" />
      <circle cx="5.5" cy="10" r="1.9" strokeWidth="1.5" />
      <path d="M8.6 10h3" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="14.5" cy="10" r="2.6" fill="currentColor" stroke="none" />
    </svg>
  )
}
