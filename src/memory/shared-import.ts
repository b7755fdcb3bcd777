const IMPORT_SECTION = 2;
const KIND_FUNCTION = 0;
const KIND_TABLE = 1;
const KIND_MEMORY = 2;
const HAS_MAXIMUM = 1;
const SHARED = 2;
const HEADER_BYTES = 8;

/**
 * A copy of a WebAssembly module whose imported memory is declared shared. WebAssembly wants the import to say so, and
 * one core.wasm serves both cases: the only difference between the two builds is this one bit.
 */
export function withSharedMemoryImport(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(module);
  const cursor = { bytes, at: HEADER_BYTES };
  while (cursor.at < bytes.length) {
    const section = bytes[cursor.at++];
    const end = readUnsigned(cursor) + cursor.at;
    if (section === IMPORT_SECTION) markMemory(cursor);
    cursor.at = end;
  }
  return bytes;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function markMemory(cursor: Cursor): void {
  for (let left = readUnsigned(cursor); left > 0; left--) {
    skipName(cursor);
    skipName(cursor);
    const kind = cursor.bytes[cursor.at++];
    if (kind === KIND_MEMORY) {
      cursor.bytes[cursor.at] = HAS_MAXIMUM | SHARED;
      return;
    }
    if (kind === KIND_FUNCTION) readUnsigned(cursor);
    else if (kind === KIND_TABLE) skipTable(cursor);
    else cursor.at += 2; // a global: type and mutability
  }
}

function skipName(cursor: Cursor): void {
  const length = readUnsigned(cursor);
  cursor.at += length;
}

function skipTable(cursor: Cursor): void {
  cursor.at++; // element type
  const flags = cursor.bytes[cursor.at++];
  readUnsigned(cursor);
  if (flags & HAS_MAXIMUM) readUnsigned(cursor);
}

/** LEB128, as WebAssembly writes its unsigned numbers. */
function readUnsigned(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw new RangeError('the module ends early');
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
}
