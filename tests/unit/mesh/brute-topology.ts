// Topology the slow and obvious way, with maps and sets, to compare the real one with.

export interface BruteTopology {
  /** [smaller, larger] in the order of (larger, smaller). */
  readonly edges: [number, number][];
  /** All faces of each edge, ascending. */
  readonly facesOfEdge: number[][];
  readonly facesOfVertex: number[][];
  readonly triangleEdges: number[][];
  /** Sets of triangles, each ascending, in the order of their first. */
  readonly componentsByVertex: number[][];
  readonly componentsByEdge: number[][];
  readonly pinched: number[];
  readonly loopCount: number;
  readonly consistent: boolean;
}

export function bruteTopology(triangles: Uint32Array, vertexCount: number): BruteTopology {
  const faces = Array.from({ length: triangles.length / 3 }, (_, t) => [
    ...triangles.slice(3 * t, 3 * t + 3),
  ]);
  const facesAt = new Map<string, number[]>();
  faces.forEach((face, t) => {
    for (const side of sidesOf(face)) facesAt.set(side, [...(facesAt.get(side) ?? []), t]);
  });
  const keys = [...facesAt.keys()].sort((p, q) => {
    const [a, b] = endsOf(p);
    const [c, d] = endsOf(q);
    return b - d || a - c;
  });
  const shareVertex = (s: number, t: number) => faces[s].some((v) => faces[t].includes(v));
  const shareEdge = (s: number, t: number) =>
    sidesOf(faces[s]).some((side) => sidesOf(faces[t]).includes(side));
  const facesOfVertex = Array.from({ length: vertexCount }, (_, v) =>
    faces.flatMap((face, t) => (face.includes(v) ? [t] : [])),
  );
  return {
    edges: keys.map(endsOf),
    facesOfEdge: keys.map((key) => facesAt.get(key)!),
    facesOfVertex,
    triangleEdges: faces.map((face) => sidesOf(face).map((side) => keys.indexOf(side))),
    componentsByVertex: groups(indices(faces), shareVertex),
    componentsByEdge: groups(indices(faces), shareEdge),
    pinched: facesOfVertex.flatMap((around, v) => {
      const meet = (s: number, t: number) =>
        sidesOf(faces[s]).some((side) => endsOf(side).includes(v) && sidesOf(faces[t]).includes(side));
      return groups(around, meet).length > 1 ? [v] : [];
    }),
    loopCount: countLoops(faces, facesAt, facesOfVertex),
    consistent: new Set(faces.flatMap(directedSides)).size === 3 * faces.length,
  };
}

/** Where sheets end: [face, side] of every edge that has not exactly two faces, joined at the ends of each fan. */
function countLoops(faces: number[][], facesAt: Map<string, number[]>, facesOfVertex: number[][]): number {
  const ends = faces.flatMap((face, t) =>
    sidesOf(face).flatMap((side) => (facesAt.get(side)!.length === 2 ? [] : [`${t}:${side}`])),
  );
  const joined = new Set<string>();
  facesOfVertex.forEach((around, v) => {
    const sidesAt = (t: number) => sidesOf(faces[t]).filter((side) => endsOf(side).includes(v));
    const meet = (s: number, t: number) =>
      sidesAt(s).some((side) => sidesAt(t).includes(side) && facesAt.get(side)!.length === 2);
    for (const fan of groups(around, meet)) {
      const [one, other] = fan
        .flatMap((t) => sidesAt(t).map((side) => `${t}:${side}`))
        .filter((end) => ends.includes(end));
      if (one !== undefined) joined.add(`${one}|${other}`).add(`${other}|${one}`);
    }
  });
  return groups(ends, (p, q) => joined.has(`${p}|${q}`)).length;
}

function sidesOf(face: number[]): string[] {
  return [0, 1, 2].map((k) => {
    const [a, b] = [face[k], face[(k + 1) % 3]];
    return `${Math.min(a, b)}-${Math.max(a, b)}`;
  });
}

function directedSides(face: number[]): string[] {
  return [0, 1, 2].map((k) => `${face[k]}>${face[(k + 1) % 3]}`);
}

function endsOf(side: string): [number, number] {
  return side.split('-').map(Number) as [number, number];
}

function indices(list: unknown[]): number[] {
  return list.map((_, i) => i);
}

/** Connected groups of `members`, by flooding. */
export function groups<Member>(members: Member[], touch: (a: Member, b: Member) => boolean): Member[][] {
  const left = new Set(members);
  const found: Member[][] = [];
  for (const seed of members) {
    if (!left.delete(seed)) continue;
    const group = new Set([seed]);
    for (const member of group) {
      for (const other of left) {
        if (!touch(member, other)) continue;
        left.delete(other);
        group.add(other);
      }
    }
    found.push(members.filter((member) => group.has(member)));
  }
  return found;
}
