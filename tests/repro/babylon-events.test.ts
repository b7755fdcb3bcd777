import { Observable } from '@babylonjs/core/Misc/observable.js';
import { describe, expect, test } from 'vitest';
import {
  type IBasePhysicsCollisionEvent,
  type IPhysicsCollisionEvent,
  nameOf,
  type PhysicsBody,
  PhysicsMotionType,
  PhysicsShapeContainer,
  PLUGINS,
  stageForEach,
  Vector3,
} from '../support/babylon-physics.js';

const { STATIC, ANIMATED, DYNAMIC } = PhysicsMotionType;
type Told = IBasePhysicsCollisionEvent & Partial<IPhysicsCollisionEvent>;

const pairOf = ({ collider, collidedAgainst }: Told) => `${nameOf(collider)} -> ${nameOf(collidedAgainst)}`;

describe.each(PLUGINS)('%s', (name) => {
  const on = stageForEach(name);

  /** What each of them says of a pair, as sets: how often a contact lasts differs. */
  function listen(...bodies: PhysicsBody[]): Map<string, Set<string>> {
    const told = new Map<string, Set<string>>();
    const note = (who: string) => (event: Told) => {
      const y = event.normal ? ` ${Math.round(event.normal.y)}` : '';
      const place = `${who} ${event.type}`;
      told.set(place, (told.get(place) ?? new Set()).add(pairOf(event) + y));
    };
    const { plugin } = on.stage;
    plugin.onCollisionObservable.add(note('world'));
    plugin.onCollisionEndedObservable.add(note('world'));
    for (const body of bodies) {
      body.setCollisionCallbackEnabled(true);
      body.getCollisionObservable().add(note(nameOf(body)));
      body.getCollisionEndedObservable().add(note(nameOf(body)));
    }
    return told;
  }

  function bounce(first: 'ball' | 'ground', watched: readonly string[]): Map<string, Set<string>> {
    const make = {
      ball: () => {
        const body = on.stage.body('ball', on.stage.ball(), [0, 1, 0]);
        if (body.shape) body.shape.material = { restitution: 0.8 };
        return body;
      },
      ground: () => on.stage.body('ground', on.stage.box(20, 1, 20), [0, -0.5, 0], STATIC),
    };
    const order = first === 'ball' ? (['ball', 'ground'] as const) : (['ground', 'ball'] as const);
    const bodies = order.map((kind) => make[kind]());
    const told = listen(...bodies.filter((body) => watched.includes(nameOf(body))));
    on.stage.step(50);
    return told;
  }

  test.each(['ball', 'ground'] as const)(
    'a body is the collider in its own events, whoever was made first: the %s',
    (first) => {
      const told = bounce(first, ['ball', 'ground']);
      for (const type of ['COLLISION_STARTED', 'COLLISION_FINISHED']) {
        const y = type === 'COLLISION_STARTED';
        expect([...(told.get(`ball ${type}`) ?? [])]).toEqual([`ball -> ground${y ? ' -1' : ''}`]);
        // Havok's plugin has a normal in the second body's end, too.
        expect([...(told.get(`ground ${type}`) ?? [])][0]).toMatch(/^ground -> ball/);
        expect([...(told.get(`world ${type}`) ?? [])]).toEqual([`ball -> ground${y ? ' -1' : ''}`]);
      }
      expect([...(told.get('ground COLLISION_STARTED') ?? [])]).toEqual(['ground -> ball 1']);
    },
  );

  test('who listens is told where the other one asked', () => {
    const floor = on.stage.floor();
    const ball = on.stage.body('ball', on.stage.ball(), [0, 1, 0]);
    ball.setCollisionCallbackEnabled(true);
    const told = new Set<string>();
    floor.body.getCollisionObservable().add((event) => told.add(pairOf(event)));
    on.stage.step(40);
    expect([...told]).toEqual(['floor -> ball']);
  });

  test('what moves is named before what is static, and else who was made first', () => {
    on.stage.weightless();
    const told = new Map<string, string>();
    on.stage.plugin.onCollisionObservable.add((event) => {
      if (event.type === 'COLLISION_STARTED') told.set(nameOf(event.collider).slice(0, 2), pairOf(event));
    });
    const kinds = { S: STATIC, A: ANIMATED, D: DYNAMIC };
    const pairs = ['SD', 'DS', 'AD', 'DA', 'DD'] as const;
    pairs.forEach((pair, i) => {
      [...pair].forEach((kind, k) => {
        const body = on.stage.body(
          `${pair}${k}`,
          on.stage.ball(),
          [10 * i + 2 * k, 0, 0],
          kinds[kind as 'S'],
        );
        body.setCollisionCallbackEnabled(true);
        if (kind === 'D') body.setLinearVelocity(new Vector3(k === 0 ? 4 : -4, 0, 0));
      });
    });
    on.stage.step(30);
    expect(Object.fromEntries(told)).toEqual({
      SD: 'SD1 -> SD0',
      DS: 'DS0 -> DS1',
      AD: 'AD0 -> AD1',
      DA: 'DA0 -> DA1',
      DD: 'DD0 -> DD1',
    });
  });

  test('triggers are told in that order, with begin and end', () => {
    const told: string[] = [];
    on.stage.plugin.onTriggerCollisionObservable.add((event) => told.push(`${event.type} ${pairOf(event)}`));
    const door = on.stage.body('door', on.stage.box(), [0, 0, 0], STATIC);
    if (door.shape) door.shape.isTrigger = true;
    on.stage.body('ball', on.stage.ball(0.2), [0, 2, 0]);
    on.stage.step(90);
    expect(told).toEqual(['TRIGGER_ENTERED ball -> door', 'TRIGGER_EXITED ball -> door']);
  });

  test.each([
    ['contacts', (b: PhysicsBody) => b.setCollisionCallbackEnabled(true), ['FINISHED', 'STARTED']],
    ['ends', (b: PhysicsBody) => b.setCollisionEndedCallbackEnabled(true), ['FINISHED']],
    [
      'contacts without ends',
      (b: PhysicsBody) => {
        b.setCollisionCallbackEnabled(true);
        b.setCollisionEndedCallbackEnabled(false);
      },
      ['STARTED'],
    ],
    [
      'nothing any more',
      (b: PhysicsBody) => {
        b.setCollisionEndedCallbackEnabled(true);
        b.setCollisionCallbackEnabled(false);
      },
      [],
    ],
  ])('a body asks for %s', (_, ask, types) => {
    on.stage.floor();
    const ball = on.stage.body('ball', on.stage.ball(), [0, 1, 0]);
    if (ball.shape) ball.shape.material = { restitution: 0.8 };
    ask(ball);
    const told = new Set<string>();
    const note = ({ type }: Told) => told.add(type.slice('COLLISION_'.length));
    on.stage.plugin.onCollisionObservable.add(note);
    on.stage.plugin.onCollisionEndedObservable.add(note);
    on.stage.step(50);
    expect([...told].filter((type) => type !== 'CONTINUED').sort()).toEqual(types);
  });

  test('a contact goes on where only settings and mass change, and nobody is told of it once it sleeps', () => {
    on.stage.floor();
    const crate = on.stage.body('crate', on.stage.box(), [0, 0.51, 0]);
    const told = listen(crate);
    on.stage.step(30);
    told.clear();
    if (crate.shape) {
      crate.shape.material = { friction: 0.1 };
      crate.shape.filterMembershipMask = 3;
      crate.shape.density = 10;
    }
    crate.setMassProperties({ mass: 7 });
    on.stage.step(30);
    expect([...told.keys()].filter((key) => !key.endsWith('CONTINUED'))).toEqual([]);
    on.stage.step(150);
    told.clear();
    on.stage.step(20);
    expect([...told.keys()]).toEqual([]);
  });

  test('observables take listeners as Babylon documents them', () => {
    const { onTriggerCollisionObservable: observable } = on.stage.plugin;
    const told: string[] = [];
    const note = (name: string) => () => {
      told.push(name);
    };
    const tell = (mask?: number) => {
      told.length = 0;
      observable.notifyObservers({} as IBasePhysicsCollisionEvent, mask);
      return told.join(' ');
    };
    const a = observable.add(note('a'));
    observable.add(note('first'), -1, true);
    observable.addOnce(note('once'));
    const second = note('masked');
    observable.add(second, 2);
    expect(tell()).toBe('first a once masked');
    expect(tell(1)).toBe('first a');
    // Who is removed meanwhile is told nothing, who is added is told.
    const cut = observable.add(() => {
      observable.remove(cut);
      observable.remove(last);
      observable.addOnce(note('added'));
    });
    const last = observable.add(note('last'));
    expect(tell(1)).toBe('first a added');
    const stop = observable.add((_, state) => {
      state.skipNextObservers = true;
    });
    observable.makeObserverBottomPriority(a);
    expect(tell(3)).toBe('first masked');
    expect([observable.removeCallback(second), observable.remove(stop), observable.hasObservers()]).toEqual([
      true,
      true,
      true,
    ]);
    expect(tell(3)).toBe('first a');
    observable.clear();
    expect([observable.hasObservers(), tell()]).toEqual([false, '']);
  });

  test('and have all that they have', () => {
    const names = Object.getOwnPropertyNames(Observable.prototype).filter((key) => /^[a-z]/.test(key));
    const { onCollisionObservable } = on.stage.plugin;
    expect(names.filter((key) => !(key in onCollisionObservable))).toEqual([]);
  });

  test('each trigger in a container tells for itself', () => {
    const told: string[] = [];
    on.stage.plugin.onTriggerCollisionObservable.add((event) => told.push(`${event.type} ${pairOf(event)}`));
    const gate = new PhysicsShapeContainer(on.stage.scene);
    for (const y of [0, -3]) {
      const part = on.stage.box();
      part.isTrigger = true;
      gate.addChild(part, new Vector3(0, y, 0));
    }
    on.stage.body('gate', gate, [0, 0, 0], STATIC);
    on.stage.body('ball', on.stage.ball(0.2), [0, 2, 0]);
    on.stage.step(90);
    const once = ['TRIGGER_ENTERED ball -> gate', 'TRIGGER_EXITED ball -> gate'];
    expect(told).toEqual([...once, ...once]);
  });
});
