import { existsSync } from 'node:fs';
import {
  closeGeometry,
  DeformableCollider,
  type DeformableContacts,
  geometryWorkers,
  initGeometry,
  VERTEX_FACE,
} from '../../src/geometry/index.js';
import { countAdjacentPairs } from '../../src/mesh/adjacency.js';
import { connect } from '../../src/mesh/connectivity.js';
import { findOrphans } from '../../src/mesh/orphans.js';
import { drain } from '../../src/mesh/steps.js';
import { ConformError, type ConformKind } from './kind.js';
import { writeLines } from './lines.js';
import { readSceneFile, readTruth, type SceneFile } from './scene-file.js';
import { edgeNumbers, type NumberedScene, numberScene } from './scene-numbering.js';
import { SCENE_OPTIONS, type SceneOptions, sceneOptions } from './scene-options.js';

/** Timed repetitions, of which the one with the median total counts. */
const REPETITIONS = 5;

/** A contact with the ids of the file. */
interface Answer {
  readonly kind: 'vf' | 'ee';
  readonly a: number;
  readonly b: number;
  readonly time: number;
}

/** One step of a deformable mesh: a JSON line a contact. */
export const scene: ConformKind = {
  summary:
    'NAME.mesh [NAME.vf.gt NAME.ee.gt]: a step of a mesh; answers {"kind":"vf","a":1,"b":2,"time":0.5}',
  options: SCENE_OPTIONS,
  async run(files, out, values) {
    const { meshPath, truthPaths } = sorted(files);
    const options = sceneOptions(values);
    const { workers } = options;
    await initGeometry({ workers, worker: new URL('../source-worker.mjs', import.meta.url) });
    if (geometryWorkers() < workers) throw new ConformError('this engine has no shared memory for a worker');
    const file = readSceneFile(meshPath);
    const numbered = numberScene(file, options.permute);
    const { contacts, bytes, total } = search(numbered, options);
    const answers = answersOf(file, numbered, contacts);
    if (out !== undefined) await writeLines(out, answers);
    const isWhole = options.from === 0 && options.to === 1;
    const truth = isWhole ? truthAt(truthPaths) : {};
    const mesh = drain(connect(file.triangles, file.start.length / 3));
    const adjacent = countAdjacentPairs(mesh);
    const orphans = findOrphans(file.triangles, mesh);
    const { counters } = contacts;
    closeGeometry();
    return {
      kind: 'scene',
      triangles: file.triangles.length / 3,
      adjacentPairs: adjacent.pairs,
      adjacencyRuleTests: adjacent.tests,
      orphans: (orphans.vertexFace.length + orphans.edgeEdge.length) / 2,
      boxTests: counters.boxTests,
      trianglePairs: counters.trianglePairs,
      featureTests: counters.featureTests,
      afterFeatureBoxes: counters.afterFeatureBoxes,
      elementaryTests: counters.elementaryTests,
      skippedByCones: counters.skippedTriangles,
      contacts: {
        vf: answers.filter(({ kind }) => kind === 'vf').length,
        ee: answers.filter(({ kind }) => kind === 'ee').length,
      },
      ...compare(answers, truth),
      earliest: answers.reduce((least: number | null, { time }) => Math.min(least ?? time, time), null),
      exactFallbacks: counters.exactFallbacks,
      ms: { ...counters.ms, total },
      bytesPerTriangle: bytes / (file.triangles.length / 3),
    };
  },
};

function search({ start, end, triangles }: NumberedScene, options: SceneOptions) {
  const scale = 2 ** options.scale;
  const at = (time: number) => {
    if (time === 0) return start.map((x) => scale * x);
    if (time === 1) return end.map((x) => scale * x);
    return start.map((x, i) => scale * (x + time * (end[i] - x)));
  };
  const [from, to] = [at(options.from), at(options.to)];
  const { volume, tree } = options;
  const collider = new DeformableCollider({ positions: from, triangles }, { volume, tree });
  const runs = Array.from({ length: 1 + REPETITIONS }, () => {
    // from rest: a refit that finds nothing moved would do nothing
    collider.update(from, from);
    collider.refit();
    collider.update(to);
    const began = performance.now();
    const contacts = collider.contacts({ strategy: options.strategy });
    return { contacts, total: performance.now() - began };
  });
  const timed = runs.slice(1).sort((a, b) => a.total - b.total);
  return { ...timed[REPETITIONS >> 1], bytes: collider.bytes };
}

function answersOf(file: SceneFile, numbered: NumberedScene, contacts: DeformableContacts): Answer[] {
  const { vertexInFile, triangleInFile, triangles } = numbered;
  const edges = drain(connect(triangles, vertexInFile.length)).edges;
  const edgeInFile = edgeNumbers(file);
  const edge = (e: number) => {
    const [v, w] = [vertexInFile[edges[2 * e]], vertexInFile[edges[2 * e + 1]]];
    const number = edgeInFile(v, w);
    if (number === undefined)
      throw new ConformError(`the file lists no edge from vertex ${v} to ${w}, which a triangle has`);
    return number;
  };
  const answers = Array.from({ length: contacts.count }, (_, i): Answer => {
    const [a, b, time] = [contacts.a[i], contacts.b[i], contacts.time[i]];
    if (contacts.kind[i] === VERTEX_FACE)
      return { kind: 'vf', a: vertexInFile[a], b: triangleInFile[b], time };
    const [e, f] = [edge(a), edge(b)];
    return { kind: 'ee', a: Math.min(e, f), b: Math.max(e, f), time };
  });
  return answers.sort((p, q) => (p.kind === q.kind ? p.a - q.a || p.b - q.b : p.kind === 'vf' ? -1 : 1));
}

/** Files are known by the ends of their names, whatever their order. */
function sorted(files: readonly string[]): { meshPath: string; truthPaths: readonly string[] } {
  const truthPaths = files.filter((path) => /\.(vf|ee)\.gt$/.test(path));
  const [meshPath, ...others] = files.filter((path) => !truthPaths.includes(path));
  const twice = truthPaths.length > new Set(truthPaths.map(kindOfTruth)).size;
  if (meshPath !== undefined && others.length === 0 && !twice) return { meshPath, truthPaths };
  throw new ConformError(
    `scene takes one mesh, and one .vf.gt and one .ee.gt file at most, not ${files.join(' ')}`,
  );
}

function kindOfTruth(path: string): 'vf' | 'ee' {
  return path.endsWith('.vf.gt') ? 'vf' : 'ee';
}

type Truth = { readonly [Kind in 'vf' | 'ee']?: ReadonlySet<number> };

/** A file that is not there is truth that is not known. */
function truthAt(paths: readonly string[]): Truth {
  const known = paths.filter((path) => existsSync(path));
  return Object.fromEntries(known.map((path) => [kindOfTruth(path), readTruth(path)]));
}

function compare(answers: readonly Answer[], truth: Truth) {
  const { vf, ee } = truth;
  if (vf === undefined || ee === undefined) return { falsePositives: null, falseNegatives: null };
  const isTrue = ({ kind, a, b }: Answer) => (kind === 'vf' ? vf : ee).has(a * 2 ** 25 + b);
  const right = answers.filter(isTrue).length;
  return { falsePositives: answers.length - right, falseNegatives: vf.size + ee.size - right };
}
