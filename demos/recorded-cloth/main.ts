// A cloth that is too large for 60 steps a second: a worker records it at its own pace (worker.ts), and this page plays it.
import { LARGE_QUADS, largeTurningBall } from '../../scenes/simulated/ball.js';
import { openStage } from '../shell/babylon-stage.js';
import { showError } from '../shell/errors.js';
import { Rest } from '../shell/rest.js';
import { openShell } from '../shell/shell.js';
import { DrawingPace } from './drawing-pace.js';
import { Picture } from './picture.js';
import { Playback } from './playback.js';
import { Recording } from './recording.js';

/** What is kept is bounded by it: 133 MB with the largest cloth. */
const MOST_STEPS = 480;
const REPORTS_A_SECOND = 4;
const settings = { quads: LARGE_QUADS, steps: 240 };

const shell = openShell('recorded-cloth');
const stage = openStage(shell.canvas, 2.7, { target: [0, -0.08, 0], from: [-1.05, 1.2], wide: 1.25 });
const rest = new Rest(stage);
const playback = new Playback();
const pace = new DrawingPace(shell.canvas);
let picture: Picture | undefined;
let recording: Recording | undefined;
/** What is drawn, as the playback counts. */
let drawn = -1;
let nextReport = 0;

/** Drops what there is, and begins anew. */
function record(): void {
  dispose();
  const scene = largeTurningBall(1, settings.quads);
  picture = new Picture(stage, scene);
  playback.begin(scene.dt);
  try {
    recording = new Recording(settings, { added: report, failed: showError });
  } catch (error) {
    showError(error);
  }
  report();
}

function dispose(): void {
  recording?.dispose();
  picture?.dispose();
  recording = undefined;
  picture = undefined;
  drawn = -1;
  rest.wake();
}

/** The number of the last step that can be shown. */
const last = (): number => recording?.made ?? 0;

/** Draws the playback's step, and what lies on the way to the next one, where something else is drawn. */
function show(): void {
  const states = recording?.states ?? [];
  if (playback.at === drawn || states.length === 0) return;
  drawn = playback.at;
  const from = states[Math.floor(drawn)];
  picture?.show(from, states[Math.ceil(drawn)], drawn % 1);
  scrub.show(Math.floor(drawn));
  rest.wake();
}

function report(): void {
  nextReport = performance.now() + 1000 / REPORTS_A_SECOND;
  tellRecorded(last(), settings.steps);
  const triangles = `${(2 * settings.quads * settings.quads).toLocaleString('en')} triangles`;
  if (recording === undefined || recording.states.length === 0) {
    shell.status(triangles);
    return;
  }
  const met = recording.sum('met');
  const backs = recording.sum('stepBacks').toLocaleString('en');
  shell.counter(met);
  const times = recording.times();
  const took = times
    ? `, ${times.median.toFixed(0)} ms a step (median; worst ${times.worst.toFixed(0)})`
    : '';
  const megabytes = (recording.bytes / 1e6).toFixed(1);
  shell.status(`${triangles}${took}, ${backs} step backs, ${megabytes} MB recorded`);
  Object.assign(document.documentElement.dataset, { steps: last(), intersections: met });
}

shell.note(() => `recorded ${last()} of ${settings.steps} steps`);
const { controls } = shell;
const tellRecorded = controls.progress('Recorded');
const scrub = controls.slider({ label: 'Step', min: 0, max: settings.steps, step: 1, value: 0 }, (step) => {
  shell.setRunning(false);
  playback.show(Math.min(step, last()));
  show();
});
controls.button('Record anew', record);
controls.slider(
  { label: 'Steps to record', min: 60, max: MOST_STEPS, step: 60, value: settings.steps },
  (steps) => {
    settings.steps = steps;
    if (recording) recording.wanted = steps;
    playback.show(Math.min(playback.at, last()));
    scrub.show(Math.floor(playback.at), steps);
    report();
  },
);
controls.slider(
  { label: 'Quads a side', min: 34, max: LARGE_QUADS, step: 20, value: settings.quads },
  (quads) => {
    settings.quads = quads;
    record();
  },
);
controls.pace(1, (share) => {
  playback.pace = share;
});
record();
shell.run((seconds) => {
  if (seconds > 0) playback.advance(seconds, last());
  if (performance.now() >= nextReport) report();
  if (!pace.isReady(seconds > 0)) return;
  show();
  if (seconds === 0 && rest.skips()) return;
  rest.drawing();
  stage.scene.render();
  // What is not compiled yet is drawn as soon as it is.
  if (stage.scene.isReady()) pace.begun();
});
const demo = {
  stage,
  settings,
  record,
  dispose,
  get recording() {
    return recording;
  },
  /** Of the cloth, as they are drawn. */
  get positions() {
    return picture?.positions;
  },
};
Object.assign(globalThis, { demo });
