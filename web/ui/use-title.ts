import { useEffect } from 'react'

let said = 'Paraph'
let unread = 0
const write = () => {
  document.title = unread > 0 ? `(${unread}) ${said}` : said
}

export function useTitle(title: string): void {
  useEffect(() => {
    said = title ? `${title} · Paraph` : 'Paraph'
    write()
  }, [title])
}

/** Says before every title how much somebody has not read (S-163). */
export function countInTitle(count: number): void {
  if (count === unread) return
  unread = count
  write()
}
