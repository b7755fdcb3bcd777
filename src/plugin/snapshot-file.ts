import { FirstContactError } from '../errors.js';
import { checksum } from '../memory/checksum.js';
import { refuseDetached } from '../mesh/input-arrays.js';

const MAGIC = 0x53434631; // '1FCS', little-endian
/** Raised with every change of what a snapshot holds: an older one is refused, never misread. */
export const SNAPSHOT_VERSION = 13;

const HEADER_WORDS = 4; // magic, version, bytes in all, checksum
const HEADER_BYTES = 4 * HEADER_WORDS;
const SECTION_ALIGNMENT = 8;

type Section = Uint8Array | Uint32Array | Float64Array;

/** Header, then each section as its length in bytes and its bytes, on 8-byte boundaries. */
export function writeSnapshotFile(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const bytes = sections.reduce(
    (sum, section) => sum + SECTION_ALIGNMENT + padded(section.byteLength),
    HEADER_BYTES,
  );
  const file = new Uint8Array(bytes);
  const words = new Uint32Array(file.buffer);
  let at = HEADER_BYTES;
  for (const section of sections) {
    words[at / 4] = section.byteLength;
    at += SECTION_ALIGNMENT;
    file.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += padded(section.byteLength);
  }
  words.set([MAGIC, SNAPSHOT_VERSION, bytes, contentChecksum(words)]);
  return file;
}

/** Reads the sections in the order in which they were written. Everything is checked before the first is given out. */
export class SnapshotReader {
  readonly #file: Uint8Array<ArrayBuffer>;
  #at = HEADER_BYTES;

  constructor(bytes: Uint8Array) {
    if (!(bytes instanceof Uint8Array)) {
      const given = Object.prototype.toString.call(bytes).slice(8, -1);
      throw new FirstContactError(
        'WRONG_ARRAY_TYPE',
        `The snapshot is ${given}`,
        'Pass the Uint8Array that snapshot() gave.',
      );
    }
    refuseDetached('the snapshot', bytes);
    const copy = new Uint8Array(bytes.length + (-bytes.length & (SECTION_ALIGNMENT - 1)));
    copy.set(bytes);
    this.#file = copy;
    checkHeader(new Uint32Array(copy.buffer), bytes.length);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const start = this.#at + SECTION_ALIGNMENT;
    if (start > this.#file.length) throw corrupt('a section is missing', this.#at);
    const length = new Uint32Array(this.#file.buffer, this.#at, 1)[0];
    if (start + length > this.#file.length)
      throw corrupt(`a section of ${length} bytes reaches beyond the end`, this.#at);
    this.#at = start + padded(length);
    return new Uint8Array(this.#file.buffer, start, length);
  }

  u32(): Uint32Array<ArrayBuffer> {
    const { buffer, byteOffset, length } = this.#items(4);
    return new Uint32Array(buffer, byteOffset, length);
  }

  f64(): Float64Array<ArrayBuffer> {
    const { buffer, byteOffset, length } = this.#items(8);
    return new Float64Array(buffer, byteOffset, length);
  }

  #items(bytesEach: number) {
    const at = this.#at;
    const { buffer, byteOffset, byteLength } = this.bytes();
    if (byteLength % bytesEach !== 0) throw corrupt(`a section of ${byteLength} bytes is cut`, at);
    return { buffer, byteOffset, length: byteLength / bytesEach };
  }
}

export function corrupt(problem: string, index?: number): FirstContactError {
  return new FirstContactError(
    'SNAPSHOT_CORRUPT',
    index === undefined ? `The snapshot contradicts itself: ${problem}` : `At byte ${index}, ${problem}`,
    'Take the snapshot anew; this one was changed after it was made.',
    index === undefined ? {} : { index },
  );
}

function checkHeader(words: Uint32Array, bytes: number): void {
  if (bytes < HEADER_BYTES || (words[0] === MAGIC && words[1] === SNAPSHOT_VERSION && bytes < words[2])) {
    throw new FirstContactError(
      'SNAPSHOT_TRUNCATED',
      `The snapshot has ${bytes} bytes of ${bytes < HEADER_BYTES ? `at least ${HEADER_BYTES}` : words[2]}`,
      'Keep the whole array that snapshot() returned.',
      { index: bytes },
    );
  }
  if (words[0] !== MAGIC) throw corrupt('this is not a snapshot of first-contact', 0);
  if (words[1] !== SNAPSHOT_VERSION) {
    throw new FirstContactError(
      'SNAPSHOT_VERSION',
      `The snapshot has version ${words[1]}, this release reads ${SNAPSHOT_VERSION}`,
      'Restore it with the release that wrote it.',
      { index: 4 },
    );
  }
  if (words[2] !== bytes) throw corrupt(`the header says ${words[2]} bytes, there are ${bytes}`, 8);
  if (words[3] !== contentChecksum(words)) throw corrupt('the checksum differs', 12);
}

/** Of everything behind the header. */
function contentChecksum(words: Uint32Array): number {
  return checksum(words.subarray(HEADER_WORDS));
}

function padded(bytes: number): number {
  return Math.ceil(bytes / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}
