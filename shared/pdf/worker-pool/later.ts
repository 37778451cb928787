/** What a job is given, read once there is a thread for it: files that wait take no memory. It is the job's alone from then on. */
export class Later<P> {
  /** Of the file in it. */
  readonly bytes: number
  readonly load: () => Promise<P>
  constructor(bytes: number, load: () => Promise<P>) {
    this.bytes = bytes
    this.load = load
  }
}
