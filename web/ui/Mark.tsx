/** The Paraph: a P whose tail turns back under itself, in one pen stroke. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f3a8a" />
      <path
        d="M13.4 16.6C18.8 17.4 23.4 15.2 23.8 11C24.2 7 19.2 5.6 14.6 7.8L12.3 20.2C11.7 23.6 9.3 26 7.2 24.9C5 23.6 6.6 20.6 10.2 20.7C15.4 20.9 19.2 24.6 26 21.6"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
