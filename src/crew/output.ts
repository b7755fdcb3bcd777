/** Where what was found goes: `used` bytes from `address` on. */
export interface Output {
  readonly address: number;
  used: number;
  /** Makes room for bytes more; returns the address where they go. */
  room(bytes: number): number;
}
