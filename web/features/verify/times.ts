const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const plain = (text: string) => text.replace(',', '')

/** `Fri 13 March 2026 at 10:26 UTC`; what is no time stands as it is. */
export function whole(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : `${plain(day.format(at))} at ${clock.format(at)} UTC`
}
/** `Fri 13 Mar, 10:25 UTC` */
export function short(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : `${plain(shortDay.format(at))}, ${clock.format(at)} UTC`
}
/** `2026-03-13 10:25:08` */
export const exact = (time: string) => time.slice(0, 19).replace('T', ' ')
