// A binary glTF file of one mesh.
export function glbOf(
  { positions, triangles }: { positions: ArrayLike<number>; triangles: ArrayLike<number> },
  more: object = {},
): Buffer {
  const points = Buffer.from(Float32Array.from(positions).buffer);
  const indices = Buffer.from(Uint32Array.from(triangles).buffer);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], scale: [2, 2, 2] },
      { mesh: 0, translation: [1, 0, 0] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5125, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: points.length },
      { buffer: 0, byteOffset: points.length, byteLength: indices.length },
    ],
    buffers: [{ byteLength: points.length + indices.length }],
    ...more,
  });
  const text = Buffer.from(json.padEnd(4 * Math.ceil(json.length / 4)));
  const head = Buffer.alloc(12);
  const chunks = [chunk(0x4e4f534a, text), chunk(0x004e4942, Buffer.concat([points, indices]))];
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks[0].length + chunks[1].length, 8);
  return Buffer.concat([head, ...chunks]);
}

function chunk(kind: number, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(data.length, 0);
  head.writeUInt32LE(kind, 4);
  return Buffer.concat([head, data]);
}
